//! Every integration test, in one binary, one module per topic: linking once instead of
//! twenty-seven times makes the tests quicker to build.

mod fixture;
mod support;

mod acts;
mod calls;
mod cases;
mod commands;
mod demo;
mod docs;
mod engine;
mod eval;
mod every_command;
mod given;
mod golden;
mod hostile;
mod interface;
mod journal;
mod keys;
mod leave_out;
mod linear;
mod looks;
mod many;
mod network;
mod ollama;
mod outage;
mod overrides;
mod own_models;
mod packs;
mod pdf;
mod pictures;
#[cfg(feature = "postgres")]
mod postgres;
mod program;
mod quality;
mod readers;
mod readme;
mod retracted;
mod reviewers;
mod safety;
mod screens;
mod script;
mod servers;
mod sources;
mod start;
mod statements;
mod steering;
mod streams;
mod themes;
mod topics;
mod torture;
mod undo;
mod unsaved;
mod views;
mod walk;
mod words;
