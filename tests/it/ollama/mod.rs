//! What a reviewer would lose if a model were taken at its word, or its server
//! for a thing that always answers.

mod answers;
mod batches;
mod caller;
mod compare;
mod documents;
mod faults;
mod injections;
mod interface;
mod languages;
mod meaning;
mod own_prompts;
mod program;
mod prompts;
mod real;
pub mod setup;
mod stages;
