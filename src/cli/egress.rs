//! What must be asked before text leaves this machine, for model servers and sources of evidence alike.

use std::sync::Arc;

use color_eyre::eyre::{self, bail};

use crate::{
    desk::Intent,
    net::{ClientError, Gate, Host, Proxy, Refusal, destination},
    review::{Review, Who},
    text::Clean,
};

use super::Context;

/// The proxy on the way to a host.
pub(super) fn proxy(host: &Host) -> Result<Option<Proxy>, ClientError> {
    Proxy::of(host, |name| std::env::var(name).ok())
}

/// Where text for a host goes. This is what consent is given for, so a proxy that comes to be used needs consent of
/// its own.
pub(super) fn goes_to(host: &Host) -> Result<Clean, ClientError> {
    Ok(destination(host, proxy(host)?.as_ref()))
}

/// Whether text of a review may be sent to `host`, which is a `what`: “model server”.
pub(super) fn gate(cx: &Context, review: &Arc<Review>, what: &'static str, host: &Host) -> Result<Gate, ClientError> {
    let (offline, near, name) = (cx.loaded.config.offline, host.is_loopback(), goes_to(host)?);
    let review = Arc::clone(review);
    Ok(Arc::new(move || {
        let (why, host) = match () {
            () if near => return Ok(()),
            () if offline => (format!("the {what} {name} is on another machine, and `offline` is set"), None),
            () if review.fold().consents_to(&name) => return Ok(()),
            () => {
                let why = format!(
                    "the {what} {name} is on another machine, and nobody allowed text of this review to be sent \
                     there; --consent does, and is kept in the review"
                );
                (why, Some(name.clone()))
            }
        };
        Err(Refusal { why: why.into(), host })
    }))
}

/// Lets through what the user asked for by the command itself, unless `offline` is set: no text of a review is in it.
pub(super) fn asked_for(cx: &Context, what: &'static str, host: &Host) -> Gate {
    let refusal = (cx.loaded.config.offline && !host.is_loopback()).then(|| Refusal {
        why: format!("the {what} {host} is on another machine, and `offline` is set").into(),
        host: None,
    });
    Arc::new(move || refusal.clone().map_or(Ok(()), Err))
}

/// Nothing is sent, and why.
pub(super) fn closed(why: &str) -> Gate {
    let why = Clean::from(why);
    Arc::new(move || Err(Refusal { why: why.clone(), host: None }))
}

/// Keeps in the review that its text may be sent to `host`.
pub(super) fn consent(cx: &Context, review: &Review, host: &Host) -> eyre::Result<()> {
    if host.is_loopback() {
        return Ok(());
    }
    let name = goes_to(host)?;
    if review.fold().consents_to(&name) {
        return Ok(());
    }
    let Some(reviewer) = cx.loaded.reviewer() else {
        bail!("consent is given by a person; say who you are with --set reviewer=NAME");
    };
    let who = Who::Reviewer(Clean::from(reviewer));
    review.append(vec![Intent::Consent(name).act().signed(who)])?;
    Ok(())
}
