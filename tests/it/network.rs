//! Where the real program connects to: every proxy variable leads into a trap,
//! and so do the redirects of a server.

#![cfg(unix)]

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::Path,
    process::{Command, Output},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread::JoinHandle,
};

use crate::support::{
    ollama::{MODEL, Ollama, model},
    program::gainsay,
};

/// Every variable that some program takes a proxy from.
pub const PROXIES: [&str; 8] =
    ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy", "FTP_PROXY", "SOCKS_PROXY"];

/// A server on loopback that answers every request alike, and counts connections.
pub struct Trap {
    address: SocketAddr,
    arrived: Arc<AtomicUsize>,
    thread: Option<JoinHandle<()>>,
}

/// What ends a trap.
const END: &[u8] = b"end of the trap";

impl Trap {
    fn start(answer: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let arrived = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&arrived);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut read = vec![0; 65_536];
                let heard = stream.read(&mut read).unwrap_or(0);
                if read[..heard].starts_with(END) {
                    return;
                }
                count.fetch_add(1, Ordering::SeqCst);
                let _ = stream.write_all(answer.as_bytes());
            }
        });
        Self { address, arrived, thread: Some(thread) }
    }

    /// One that nothing may reach.
    pub fn closed() -> Self {
        Self::start("HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".to_owned())
    }

    /// One that sends every request on to `to`.
    fn redirecting(to: SocketAddr, status: u16) -> Self {
        let head = format!("HTTP/1.1 {status} Elsewhere\r\nLocation: http://{to}/api/chat\r\n");
        Self::start(head + "Content-Length: 0\r\nConnection: close\r\n\r\n")
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// How many connections arrived before this.
    pub fn arrived(mut self) -> usize {
        // Connections are taken in their order, so what came before has been counted.
        TcpStream::connect(self.address).unwrap().write_all(END).unwrap();
        self.thread.take().unwrap().join().unwrap();
        self.arrived.load(Ordering::SeqCst)
    }
}

fn home() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("claims.jsonl"), crate::support::CLAIMS.lines().next().unwrap()).unwrap();
    let corpus: Vec<_> = crate::support::CORPUS.lines().take(8).collect();
    std::fs::write(folder.path().join("corpus.jsonl"), corpus.join("\n")).unwrap();
    folder
}

/// The program with every proxy variable leading to `proxy`, and its model server at `host`.
fn program(home: &Path, proxy: &str, host: &str) -> Command {
    let mut command = gainsay(home);
    command.envs(PROXIES.map(|name| (name, proxy)));
    command.env("OLLAMA_HOST", host).env("GAINSAY_MODEL_NAME", MODEL).env("GAINSAY_REASONER", "ollama");
    command.env("GAINSAY_OLLAMA_BACKOFF", "1").env("GAINSAY_OLLAMA_RETRIES", "0");
    command
}

fn said(output: &Output) -> String {
    format!("{}\n{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn the_model_server_on_this_machine_is_reached_directly_under_every_proxy_variable() {
    for name in ["127.0.0.1", "localhost", "model.localhost"] {
        for offline in [false, true] {
            let (home, trap) = (home(), Trap::closed());
            let server = Ollama::start(model::plain);
            let host = server.host().to_string().replace("127.0.0.1", name);
            let run = |args: &[&str]| {
                let mut command = program(home.path(), &trap.url(), &host);
                command.args(offline.then_some("--offline")).args(args);
                let output = command.output().unwrap();
                assert!(output.status.success(), "{args:?} at {host}: {}", said(&output));
            };
            run(&["library", "add", "corpus.jsonl"]);
            run(&["check", "claims.jsonl", "--json", "all.json"]);
            run(&["models"]);
            run(&["export", "claims.gainsay", "--trace"]);
            run(&["verify", "claims.gainsay"]);
            run(&["repeat", "claims.gainsay", "--times", "2"]);
            run(&["config"]);
            assert!(!server.asked().is_empty());
            assert_eq!(trap.arrived(), 0, "connections to a proxy for {host}");
        }
    }
}

#[test]
fn a_redirect_to_another_server_is_never_followed() {
    for status in [301, 302, 303, 307, 308] {
        let (home, proxy, trap) = (home(), Trap::closed(), Trap::closed());
        let server = Trap::redirecting(trap.address, status);
        let url = server.url();
        let run = |args: &[&str]| program(home.path(), &proxy.url(), &url).args(args).output().unwrap();
        for args in [&["check", "claims.jsonl"][..], &["models"], &["models", "--check"], &["models", "--pull"]] {
            let output = run(args);
            assert!(!output.status.success(), "{args:?}");
            assert!(said(&output).contains("redirects to another server"), "{args:?}: {}", said(&output));
        }
        assert!(server.arrived() > 0);
        assert_eq!((trap.arrived(), proxy.arrived()), (0, 0), "redirected by {status}");
    }
}

#[test]
fn nothing_is_sent_to_a_proxy_without_consent_that_names_it_nor_offline() {
    let (home, proxy, other) = (home(), Trap::closed(), Trap::closed());
    let host = "http://gpu.example.invalid:11434";
    let run = |proxy: &str, args: &[&str]| program(home.path(), proxy, host).args(args).output().unwrap();
    let check = ["check", "claims.jsonl"];
    let consent = ["--consent", "--set", "reviewer=Ada"];
    let refused = run(&proxy.url(), &check);
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    let named = format!("through the proxy {}", proxy.url());
    assert!(said(&refused).contains(&named), "{}", said(&refused));
    for args in [&["--offline", "check", "claims.jsonl"][..], &["--offline", "models"]] {
        let offline = run(&proxy.url(), args);
        assert_eq!(offline.status.code(), Some(1), "{args:?}: {}", said(&offline));
    }
    // Consent to the host alone is none to the proxy.
    let mut direct = gainsay(home.path());
    direct.env("OLLAMA_HOST", host).env("GAINSAY_REASONER", "ollama").env("GAINSAY_OLLAMA_RETRIES", "0");
    direct.args(check).args(consent).output().unwrap();
    assert_eq!(run(&proxy.url(), &check).status.code(), Some(1));
    // With it, the proxy is asked; another one is not.
    let sent = run(&proxy.url(), &[&check[..], &consent[..]].concat());
    assert_eq!(sent.status.code(), Some(3), "{}", said(&sent));
    assert_eq!(run(&other.url(), &check).status.code(), Some(1));
    assert_eq!(other.arrived(), 0);
    assert!(proxy.arrived() > 0, "with consent it is used");
}

#[test]
fn a_source_of_evidence_is_asked_through_a_proxy_only_with_consent_that_names_it() {
    let (home, proxy) = (home(), Trap::closed());
    let run = |more: &[&str]| {
        let mut command = gainsay(home.path());
        command.envs(PROXIES.map(|name| (name, proxy.url()))).env("GAINSAY_SOURCES_RETRIES", "0");
        command.args(["--sources", "europepmc", "check", "claims.jsonl"]).args(more).output().unwrap()
    };
    let refused = run(&[]);
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    let named = format!("https://www.ebi.ac.uk:443/europepmc/webservices/rest/ through the proxy {}", proxy.url());
    assert!(said(&refused).contains(&named), "{}", said(&refused));
    let allowed = run(&["--consent", "--set", "reviewer=Ada"]);
    assert!(!said(&allowed).contains("nobody allowed"), "{}", said(&allowed));
    assert!(proxy.arrived() > 0, "with consent it is asked");
}
