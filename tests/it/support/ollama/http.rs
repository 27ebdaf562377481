//! As much of HTTP/1.1 as a model server speaks.

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// What was asked for.
pub struct Request {
    pub path: String,
    /// Everything before the body.
    pub head: String,
    pub body: Vec<u8>,
}

/// One line to one client, kept open between requests. Everything gives `None`
/// when the other side has closed it.
pub struct Connection {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Connection {
    pub fn new(stream: TcpStream) -> Self {
        Self { stream, read: Vec::new() }
    }

    pub async fn request(&mut self) -> Option<Request> {
        let head = loop {
            if let Some(at) = self.read.windows(4).position(|w| w == b"\r\n\r\n") {
                break at;
            }
            self.more().await?;
        };
        let text = String::from_utf8(self.read[..head].to_vec()).unwrap();
        let mut lines = text.lines();
        let path = lines.next()?.split(' ').nth(1)?.to_owned();
        let length = lines
            .filter_map(|l| l.split_once(':'))
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .map_or(0, |(_, value)| value.trim().parse().unwrap());
        let end = head + 4 + length;
        while self.read.len() < end {
            self.more().await?;
        }
        let body = self.read[head + 4..end].to_vec();
        self.read.drain(..end);
        Some(Request { path, head: text, body })
    }

    async fn more(&mut self) -> Option<()> {
        let mut part = [0; 16 * 1024];
        let n = self.stream.read(&mut part).await.ok().filter(|n| *n > 0)?;
        self.read.extend_from_slice(&part[..n]);
        Some(())
    }

    /// Comes back when the other side closes the line.
    pub async fn closed(&mut self) {
        while self.more().await.is_some() {}
    }

    pub async fn json(&mut self, status: u16, body: &Value) -> Option<()> {
        self.whole(status, "application/json; charset=utf-8", body.to_string().as_bytes()).await
    }

    pub async fn text(&mut self, status: u16, body: &str) -> Option<()> {
        self.whole(status, "text/plain", body.as_bytes()).await
    }

    /// A body of some type.
    pub async fn typed(&mut self, status: u16, kind: &str, body: &str) -> Option<()> {
        self.whole(status, kind, body.as_bytes()).await
    }

    /// A body with one more header.
    pub async fn with_header(&mut self, status: u16, header: &str, body: &Value) -> Option<()> {
        self.whole(status, &format!("application/json\r\n{header}"), body.to_string().as_bytes()).await
    }

    async fn whole(&mut self, status: u16, kind: &str, body: &[u8]) -> Option<()> {
        let length = body.len();
        let head = format!("HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n");
        self.write(&[head.as_bytes(), body].concat()).await
    }

    /// Fewer bytes than announced; then the line is closed.
    pub async fn cut(&mut self, body: &[u8], announced: usize) -> Option<()> {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {announced}\r\n\r\n");
        self.write(&[head.as_bytes(), body].concat()).await?;
        None
    }

    pub async fn begin_stream(&mut self) -> Option<()> {
        self.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n").await
    }

    pub async fn chunk(&mut self, bytes: &[u8]) -> Option<()> {
        let head = format!("{:x}\r\n", bytes.len());
        self.write(&[head.as_bytes(), bytes, b"\r\n"].concat()).await
    }

    pub async fn end_stream(&mut self) -> Option<()> {
        self.write(b"0\r\n\r\n").await
    }

    async fn write(&mut self, bytes: &[u8]) -> Option<()> {
        self.stream.write_all(bytes).await.ok()?;
        self.stream.flush().await.ok()
    }
}
