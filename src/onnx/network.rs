//! Running a model: tokens in, numbers out, on threads of its own.

use std::sync::{Arc, LazyLock};

use rten::{Model, ModelOptions, NodeId, RunOptions, ThreadPool, ValueOrView};
use rten_tensor::{AsView, Layout, NdTensor, Tensor};

use super::{Folder, ModelError, Tokens};

/// Threads that work on a text, at most; one core at least is left to others.
const THREADS: usize = 4;

/// The threads on which all models of the user's own run.
fn thread_pool() -> Arc<ThreadPool> {
    static POOL: LazyLock<Arc<ThreadPool>> = LazyLock::new(|| {
        Arc::new(ThreadPool::with_num_threads(crate::processors().saturating_sub(1).clamp(1, THREADS)))
    });
    Arc::clone(&POOL)
}

/// What a model wants of each token.
#[derive(Clone, Copy, Debug)]
enum Input {
    Id,
    Mask,
    Type,
    Position,
}

/// One output, with the length of each of its dimensions.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    pub(crate) shape: Vec<usize>,
    pub(crate) values: Vec<f32>,
}

/// A network that is ready to run.
pub(crate) struct Network {
    model: Model,
    inputs: Vec<(NodeId, Input)>,
    output: NodeId,
    options: RunOptions,
}

impl Network {
    /// Loads the network of `folder`, of which the first output counts that has one of the names `outputs`.
    ///
    /// # Errors
    /// When the file is damaged, has operators or types that the runtime lacks, or other inputs and outputs.
    pub(crate) fn load(folder: &mut Folder, outputs: &[&str]) -> Result<(Self, String), ModelError> {
        let (graph, beside) = folder.take_weights();
        let mut options = ModelOptions::with_all_ops();
        for (name, bytes) in beside {
            options.external_data(&name, bytes);
        }
        let model = options.load(graph).map_err(|why| load_error(folder, &why))?;
        let name = |id: NodeId| model.node_info(id).and_then(|node| node.name().map(str::to_owned)).unwrap_or_default();
        let mut inputs = Vec::new();
        for id in model.input_ids() {
            let input = match name(*id).as_str() {
                "input_ids" => Input::Id,
                "attention_mask" => Input::Mask,
                "token_type_ids" => Input::Type,
                "position_ids" => Input::Position,
                other => {
                    let problem = format!("its ONNX file asks for the input `{other}`");
                    let remedy = "models take `input_ids`, `attention_mask`, `token_type_ids` and `position_ids`; \
                                  export an encoder, not a model that generates text";
                    return Err(folder.error(problem, remedy));
                }
            };
            inputs.push((*id, input));
        }
        let names: Vec<String> = model.output_ids().iter().map(|id| name(*id)).collect();
        let found = outputs.iter().find_map(|wanted| Some((*wanted, names.iter().position(|name| name == wanted)?)));
        let Some((wanted, at)) = found else {
            let problem = format!("its ONNX file has no output {} but {}", one_of(outputs), one_of(&names));
            return Err(folder.error(problem, "export it for its task (`optimum-cli export onnx --task …`)"));
        };
        let output = model.output_ids()[at];
        let options = RunOptions::default().with_thread_pool(Some(thread_pool()));
        Ok((Self { model, inputs, output, options }, wanted.to_owned()))
    }

    /// What the network makes of `tokens`.
    ///
    /// # Errors
    /// When the runtime cannot compute it, in its words.
    pub(crate) fn run(&self, tokens: &Tokens) -> Result<Output, String> {
        let length = tokens.ids.len();
        let places = || (0..length).map(|place| i32::try_from(place).unwrap_or(i32::MAX)).collect();
        let rows: Vec<(NodeId, NdTensor<i32, 2>)> = self
            .inputs
            .iter()
            .map(|(id, input)| {
                let values = match input {
                    Input::Id => tokens.ids.clone(),
                    Input::Mask => vec![1; length],
                    Input::Type => tokens.types.clone(),
                    Input::Position => places(),
                };
                (*id, NdTensor::from_data([1, length], values))
            })
            .collect();
        let inputs: Vec<(NodeId, ValueOrView<'_>)> = rows.iter().map(|(id, row)| (*id, row.view().into())).collect();
        let made = self.model.run_n(inputs, [self.output], Some(self.options.clone()));
        let [made] = made.map_err(|why| why.to_string())?;
        let made: Tensor<f32> = made.try_into().map_err(|why| format!("its output is not made of numbers: {why}"))?;
        let (shape, values) = (made.shape().to_vec(), made.to_vec());
        if values.iter().any(|value| !value.is_finite()) {
            return Err("its output is not a number (weights in half precision overflow; use those in full)".to_owned());
        }
        Ok(Output { shape, values })
    }
}

/// `a`, `b` or `c`.
fn one_of<S: AsRef<str>>(names: &[S]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    quoted.join(" or ")
}

/// What keeps a file from being loaded, with what helps by its kind.
fn load_error(folder: &Folder, why: &rten::LoadError) -> ModelError {
    use rten::LoadErrorKind;
    let said = why.to_string();
    let (problem, remedy) = match why.kind() {
        LoadErrorKind::OperatorInvalid | LoadErrorKind::GraphError if said.contains("FLOAT16") => (
            format!("its weights are in half precision, which the runtime cannot compute with ({said})"),
            "use the export in full precision or the one quantised to int8",
        ),
        LoadErrorKind::OperatorInvalid => (
            format!("its ONNX file has an operator that the runtime does not have ({said})"),
            "export it with other options or another version of the exporter, or choose another model",
        ),
        LoadErrorKind::ExternalDataError => (
            format!("the weights beside its ONNX file cannot be read ({said})"),
            "copy `model.onnx_data` or `model.onnx.data` into the same folder",
        ),
        LoadErrorKind::UnknownFileType | LoadErrorKind::ParseError => (
            format!("its ONNX file is damaged, cut off, or something else ({said})"),
            "download or export it again (a file of some hundred bytes may be a Git LFS pointer)",
        ),
        _ => (
            format!("its ONNX file cannot be loaded ({said})"),
            "download or export it again, or export it with other options",
        ),
    };
    folder.error(problem, remedy)
}
