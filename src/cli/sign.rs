//! Signatures under the head of a review, made and checked by `ssh-keygen`: the chain alone shows that rows follow from
//! each other, not who wrote them.

use std::{
    ffi::OsStr,
    io::{ErrorKind, Write},
    path::Path,
    process::{Command, Stdio},
};

use color_eyre::eyre::{self, WrapErr, bail};

use crate::{domain::Digest, files, review::Verified, text::Clean};

/// What the signatures are for, so that none can be taken for that of another program.
const NAMESPACE: &str = "gainsay-head";
/// How the first line of a signature file begins; the head follows, and below it what `ssh-keygen` made.
const HEAD: &str = "head ";

/// What is signed.
fn message(head: Digest) -> String {
    format!("gainsay review, {HEAD}{head}\n")
}

/// Signs the head with the key in `key` and writes the signature to `to`.
pub(super) fn sign(head: Digest, key: &Path, to: &Path) -> eyre::Result<()> {
    files::protect(key, "the key that signs");
    let arguments = ["-Y", "sign", "-q", "-n", NAMESPACE, "-f"].map(OsStr::new);
    let (made, signature, said) = keygen(arguments.iter().copied().chain([key.as_os_str()]), &message(head))?;
    if !made {
        bail!("ssh-keygen did not sign with {}: {}", key.display(), said.one_line());
    }
    files::write_output(to, format!("{HEAD}{head}\n{signature}").as_bytes())?;
    Ok(())
}

/// A signature that was checked.
pub(super) struct Signed {
    /// The row whose head was signed; `None` when the review has no such row.
    pub(super) row: Option<u64>,
    /// Whether the signature is good, and what `ssh-keygen` says of it: the key, or why it is not.
    pub(super) is_good: bool,
    pub(super) said: Clean,
}

/// Checks the signature in `file`. With `signers`, in the format of `allowed_signers`, it must be by one of them.
pub(super) fn check(verified: &Verified, file: &Path, signers: Option<&Path>) -> eyre::Result<Signed> {
    let not_one = || eyre::eyre!("{} is not a signature that `verify --sign` made", file.display());
    let bytes = files::read_input(file).wrap_err_with(|| format!("cannot read {}", file.display()))?;
    let text = String::from_utf8(bytes).map_err(|_| not_one())?;
    let (first, signature) = text.split_once('\n').ok_or_else(not_one)?;
    let head: Digest = first.strip_prefix(HEAD).and_then(|head| head.trim().parse().ok()).ok_or_else(not_one)?;
    let row = verified.heads.iter().find(|(_, known)| *known == head).map(|(row, _)| *row);
    let mut kept = tempfile::NamedTempFile::new()?;
    kept.write_all(signature.as_bytes())?;
    let of_file = [OsStr::new("-s"), kept.path().as_os_str()];
    let namespace = ["-n", NAMESPACE].map(OsStr::new);
    let message = message(head);
    let Some(signers) = signers else {
        let arguments = ["-Y", "check-novalidate"].map(OsStr::new).into_iter().chain(namespace).chain(of_file);
        let (is_good, out, said) = keygen(arguments, &message)?;
        return Ok(Signed {
            row,
            is_good,
            said: if is_good { Clean::new(out.trim()).one_line() } else { said.one_line() },
        });
    };
    let of_signers = [OsStr::new("-f"), signers.as_os_str()];
    let find = ["-Y", "find-principals"].map(OsStr::new).into_iter().chain(of_file).chain(of_signers);
    let (_, names, _) = keygen(find, "")?;
    let Some(name) = names.lines().next().filter(|name| !name.is_empty()) else {
        let said = format!("the key is not among those in {}", signers.display());
        return Ok(Signed { row, is_good: false, said: said.into() });
    };
    let arguments = ["-Y", "verify"].map(OsStr::new).into_iter().chain(namespace).chain(of_file).chain(of_signers);
    let (is_good, out, said) = keygen(arguments.chain(["-I", name].map(OsStr::new)), &message)?;
    Ok(Signed { row, is_good, said: if is_good { Clean::new(out.trim()).one_line() } else { said.one_line() } })
}

/// Runs `ssh-keygen` with `input`; whether it agreed, what it printed, and what it complained of.
fn keygen<'a>(arguments: impl Iterator<Item = &'a OsStr>, input: &str) -> eyre::Result<(bool, String, Clean)> {
    let mut command = Command::new("ssh-keygen");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Err(e) if e.kind() == ErrorKind::NotFound => {
            bail!("ssh-keygen, which makes and checks signatures, is not installed; install OpenSSH")
        }
        child => child.wrap_err("ssh-keygen could not be started")?,
    };
    if let Some(mut stdin) = child.stdin.take() {
        // One that does not want to hear it says why.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output()?;
    let said = Clean::from(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    Ok((output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned(), said))
}
