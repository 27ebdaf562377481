//! Which characters the fonts of a PDF draw.

mod encodings;
mod forms;
mod signs;
mod tex;
mod widths;

pub(super) use encodings::{leave_dingbats_their_encoding, prefer_stated_encodings};
pub(super) use forms::rename_form_fonts;
pub(super) use signs::{name_private_signs, name_signs, name_typed_signs};
pub(super) use tex::name_tex_symbols;
pub(super) use widths::spell_out_widths;
