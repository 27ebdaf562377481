//! Encrypted connections, through a stand-in that decrypts for a real server.

use std::{net::TcpListener, path::Path, process::Command, sync::Arc, thread};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional},
    net::TcpStream,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::ring,
        pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
    },
};

use crate::library::{KeywordQuery, Library, LibraryError};

use super::{made, server::Server, titled};

/// A certificate for `localhost`, with its key in the file beside it.
fn certificate(folder: &Path) -> bool {
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"])
        .args(["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE", "-keyout", "key.pem", "-out", "cert.pem"])
        .current_dir(folder)
        .output();
    made.is_ok_and(|output| output.status.success())
}

/// Decrypts what comes in for the server at `port`; where it listens.
fn stand_in(folder: &Path, port: u16) -> u16 {
    let certificate = CertificateDer::from_pem_file(folder.join("cert.pem")).unwrap();
    let key = PrivateKeyDer::from_pem_file(folder.join("key.pem")).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let own = listener.local_addr().unwrap().port();
    listener.set_nonblocking(true).unwrap();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(listener).unwrap();
            while let Ok((mut outside, _)) = listener.accept().await {
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    // The request for encryption, and yes.
                    let mut request = [0; 8];
                    outside.read_exact(&mut request).await?;
                    outside.write_all(b"S").await?;
                    let mut outside = acceptor.accept(outside).await?;
                    let mut inside = TcpStream::connect(("127.0.0.1", port)).await?;
                    copy_bidirectional(&mut outside, &mut inside).await
                });
            }
        });
    });
    own
}

#[test]
fn a_server_is_trusted_by_its_certificate_alone() {
    let Some(server) = Server::start() else { return };
    let Some(port) = server.port() else { return };
    let folder = tempfile::tempdir().unwrap();
    if !certificate(folder.path()) {
        eprintln!("skipped: openssl, which makes the certificate, is not installed");
        return;
    }
    let plain = server.database();
    let own = stand_in(folder.path(), port);
    let address = plain.replace(&format!("127.0.0.1:{port}"), &format!("localhost:{own}"));
    let trusted = format!("{address}?sslmode=verify-full&sslrootcert={}/cert.pem", folder.path().display());
    let library = made(&trusted);
    library.add([titled("Zinc", "zinc")], |_| {}).unwrap();
    assert_eq!(library.keyword(&KeywordQuery::new("zinc"), 1).unwrap().hits.len(), 1);
    // A certificate of nobody known, one for another name, and a server that encrypts nothing.
    let elsewhere = trusted.replace("localhost", "127.0.0.1");
    for address in [format!("{address}?sslmode=require"), elsewhere, format!("{plain}?sslmode=require")] {
        let result = Library::open(Path::new(&address));
        let Err(why @ LibraryError::Encryption { .. }) = result else { panic!("{address}: {:?}", result.err()) };
        let why = why.to_string();
        assert!(why.contains("sslrootcert=FILE") && why.contains("sslmode=disable"), "{why}");
    }
}
