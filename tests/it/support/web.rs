//! A server of sources of evidence on loopback: it plays bodies and faults, and keeps what it was asked.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
};

use serde_json::Value;

/// What comes back.
#[derive(Clone, Debug)]
pub enum Say {
    Json(Value),
    /// Status, type, body.
    Body(u16, &'static str, String),
    /// Status, a header, body.
    Header(u16, String, String),
    /// A body that ends before the length that was announced.
    Cut(String),
    /// Type, body.
    Bytes(&'static str, Vec<u8>),
    /// A body of this type that does not end.
    Endless(&'static str),
    /// Nothing: the connection is closed.
    Hang,
}

/// What was asked.
#[derive(Clone, Debug)]
pub struct Asked {
    pub method: String,
    /// Without parameters, percent-decoded.
    pub path: String,
    /// Of the address and of a form, decoded.
    pub parameters: Vec<(String, String)>,
    /// Everything before the body.
    pub head: String,
    /// As it came.
    pub body: String,
}

impl Asked {
    /// The value of a parameter; empty without one.
    pub fn get(&self, name: &str) -> &str {
        self.parameters.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// The value of a header; empty without one.
    pub fn header(&self, name: &str) -> &str {
        let headers = self.head.lines().filter_map(|line| line.split_once(':'));
        headers
            .filter(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim())
            .next()
            .unwrap_or("")
    }
}

/// The server; its thread ends with the test.
pub struct Web {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Web {
    /// A server that answers as `script` says.
    pub fn start(script: impl Fn(&Asked) -> Say + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let asked: Arc<Mutex<Vec<Asked>>> = Arc::default();
        let (kept, script) = (Arc::clone(&asked), Arc::new(script));
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (kept, script) = (Arc::clone(&kept), Arc::clone(&script));
                std::thread::spawn(move || serve(stream, &kept, &*script));
            }
        });
        Self { address, asked }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }
}

fn serve(mut stream: TcpStream, kept: &Mutex<Vec<Asked>>, script: &(dyn Fn(&Asked) -> Say + Send + Sync)) {
    let Some(asked) = read(&mut stream) else { return };
    let said = script(&asked);
    kept.lock().unwrap().push(asked);
    let whole = |status: u16, header: &str, body: &str| {
        format!("HTTP/1.1 {status} X\r\n{header}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len())
    };
    let bytes = match said {
        Say::Json(body) => whole(200, "Content-Type: application/json", &body.to_string()),
        Say::Body(status, kind, body) => whole(status, &format!("Content-Type: {kind}"), &body),
        Say::Header(status, header, body) => whole(status, &header, &body),
        Say::Cut(body) => whole(200, "Content-Type: application/json", &body)
            .replace(&format!("Content-Length: {}", body.len()), &format!("Content-Length: {}", body.len() + 50)),
        Say::Bytes(kind, body) => {
            let head = format!("Content-Type: {kind}\r\nContent-Length: {}\r\nConnection: close", body.len());
            let _ = stream.write_all(format!("HTTP/1.1 200 X\r\n{head}\r\n\r\n").as_bytes());
            let _ = stream.write_all(&body);
            return;
        }
        Say::Endless(kind) => {
            let head = format!("HTTP/1.1 200 X\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n");
            let mut sent = stream.write_all(head.as_bytes());
            while sent.is_ok() {
                sent = stream.write_all(&[b'x'; 1 << 16]);
            }
            return;
        }
        Say::Hang => return,
    };
    let _ = stream.write_all(bytes.as_bytes());
}

fn read(stream: &mut TcpStream) -> Option<Asked> {
    let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
    let head = loop {
        if let Some(at) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break at;
        }
        let more = stream.read(&mut part).ok().filter(|more| *more > 0)?;
        bytes.extend_from_slice(&part[..more]);
    };
    let text = String::from_utf8(bytes[..head].to_vec()).unwrap();
    let length = text
        .lines()
        .filter_map(|line| line.split_once(':'))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .map_or(0, |(_, length)| length.trim().parse().unwrap());
    while bytes.len() < head + 4 + length {
        let more = stream.read(&mut part).ok().filter(|more| *more > 0)?;
        bytes.extend_from_slice(&part[..more]);
    }
    let form = String::from_utf8(bytes[head + 4..].to_vec()).unwrap();
    let is_json = text.to_lowercase().contains("content-type: application/json");
    let mut first = text.lines().next()?.split(' ');
    let (method, address) = (first.next()?.to_owned(), first.next()?.to_owned());
    let (path, query) = address.split_once('?').unwrap_or((&address, ""));
    let parameters = [query, if is_json { "" } else { &form }]
        .into_iter()
        .flat_map(|text| text.split('&'))
        .filter_map(|pair| pair.split_once('='));
    let parameters = parameters.map(|(name, value)| (decode(name), decode(value))).collect();
    Some(Asked { method, path: decode(path), parameters, head: text, body: form })
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let hex = [rest.next().unwrap(), rest.next().unwrap()];
                u8::from_str_radix(std::str::from_utf8(&hex).unwrap(), 16).unwrap()
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).unwrap()
}
