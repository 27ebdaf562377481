//! A key that is in no file of ours: in a variable of the environment, or printed by a command.

use std::process::Command;

/// Where a key is from; nowhere when both are empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Secret {
    /// The environment variable with it.
    pub env: String,
    /// A command that prints it, run by `sh -c`.
    pub command: String,
}

impl Secret {
    /// Whether one is named.
    #[must_use]
    pub fn is_named(&self) -> bool {
        !self.env.is_empty() || !self.command.is_empty()
    }

    /// The key of `whom`: “server box”.
    ///
    /// # Errors
    /// When the variable is not set or the command fails, in words.
    pub fn read(&self, whom: &str) -> Result<String, String> {
        let key = if !self.env.is_empty() {
            std::env::var(&self.env)
                .map_err(|_| format!("the key of the {whom}: ${} is not set; export it", self.env))?
        } else {
            let command = &self.command;
            let failed =
                |why: String| format!("the key of the {whom}: `{command}` failed ({why}); run it by hand to see why");
            let output = Command::new("sh").args(["-c", command]).output().map_err(|e| failed(e.to_string()))?;
            if !output.status.success() {
                return Err(failed(output.status.to_string()));
            }
            String::from_utf8(output.stdout).map_err(|e| failed(e.to_string()))?
        };
        match key.trim() {
            "" => Err(format!("the key of the {whom} is empty")),
            key => Ok(key.to_owned()),
        }
    }
}
