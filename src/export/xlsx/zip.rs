//! A ZIP archive of small text files (APPNOTE 6.3), compressed, without times: the same files give the same bytes.

use std::io::{self, Write};

use flate2::{Compression, Crc, write::DeflateEncoder};

/// 1980-01-01, the first day that the format knows.
const DAY: u16 = 0x21;
/// Names are UTF-8.
const FLAGS: u16 = 0x0800;
const VERSION: u16 = 20;
const DEFLATED: u16 = 8;

/// Writes these files, by name and text.
pub(super) fn write(out: &mut dyn Write, files: &[(String, String)]) -> io::Result<()> {
    let (mut directory, mut at) = (Vec::new(), 0u32);
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, "the workbook is larger than the format allows");
    let size = |bytes: usize| u32::try_from(bytes).map_err(|_| too_large());
    for (name, text) in files {
        let mut crc = Crc::new();
        crc.update(text.as_bytes());
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes())?;
        let packed = encoder.finish()?;
        let mut about = Vec::new();
        for number in [VERSION, FLAGS, DEFLATED, 0, DAY] {
            about.extend_from_slice(&number.to_le_bytes());
        }
        for number in [crc.sum(), size(packed.len())?, size(text.len())?] {
            about.extend_from_slice(&number.to_le_bytes());
        }
        let length = u16::try_from(name.len()).map_err(|_| too_large())?;
        about.extend_from_slice(&length.to_le_bytes());
        about.extend_from_slice(&0u16.to_le_bytes());
        let mut local = b"PK\x03\x04".to_vec();
        local.extend_from_slice(&about);
        local.extend_from_slice(name.as_bytes());
        out.write_all(&local)?;
        out.write_all(&packed)?;
        directory.extend_from_slice(b"PK\x01\x02");
        directory.extend_from_slice(&VERSION.to_le_bytes());
        directory.extend_from_slice(&about);
        // Comment, disk, attributes inside and outside.
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&at.to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
        at = size(local.len() + packed.len())?.checked_add(at).ok_or_else(too_large)?;
    }
    out.write_all(&directory)?;
    let count = u16::try_from(files.len()).map_err(|_| too_large())?;
    let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
    end.extend_from_slice(&count.to_le_bytes());
    end.extend_from_slice(&count.to_le_bytes());
    end.extend_from_slice(&size(directory.len())?.to_le_bytes());
    end.extend_from_slice(&at.to_le_bytes());
    end.extend_from_slice(&0u16.to_le_bytes());
    out.write_all(&end)
}
