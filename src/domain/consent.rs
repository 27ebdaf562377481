//! What a person consents to, in words (`docs/rules.md#pages-of-the-web`).

/// The name under which a review keeps that pages may be fetched that a search of the web finds. It names no host: which
/// ones there are is known once the search has answered.
pub const FOUND_PAGES: &str = "pages that a web search finds";

/// Whether consent to this is consent to fetching pages.
#[must_use]
pub fn is_for_pages(destination: &str) -> bool {
    destination.starts_with(FOUND_PAGES)
}

/// What consent to a destination allows, after “nobody allowed” or “I allow”.
#[must_use]
pub fn allowance(destination: &str) -> String {
    if is_for_pages(destination) {
        format!(
            "gainsay to fetch {destination}; each host then learns this machine's address and which page it is, but no \
             text of this review"
        )
    } else {
        format!("text of this review to be sent to {destination}")
    }
}
