//! What a user of any other model server would lose: vLLM, SGLang, llama.cpp, LM Studio, OpenRouter and the like.

mod llama;
mod pool;
mod program;
mod shapes;
