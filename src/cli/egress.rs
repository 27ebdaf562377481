//! What must be asked before text leaves this machine, for model servers and sources of evidence alike.

use std::sync::Arc;

use color_eyre::eyre::{self, bail};

use crate::{
    desk::Intent,
    domain::consent::{FOUND_PAGES, allowance},
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
    if host.is_loopback() {
        return Ok(Arc::new(|| Ok(())));
    }
    let name = goes_to(host)?;
    let is = format!("the {what} {name} is on another machine");
    Ok(unless_refused(cx, review, name, is, "text of this review to be sent there".to_owned()))
}

/// Whether terms of a review may be sent to a search of the web, and the pages that it finds be fetched. It passes
/// queries on, so one on this machine is no exception.
pub(super) fn web_gate(cx: &Context, review: &Arc<Review>, host: &Host) -> Result<Gate, ClientError> {
    let name = goes_to(host)?;
    let is = format!("the web search {name} passes queries on to other machines");
    let search = unless_refused(cx, review, name, is, "text of this review to be sent there".to_owned());
    let pages = pages_gate(cx, review)?;
    Ok(Arc::new(move || search().and_then(|()| pages())))
}

/// Whether pages may be fetched for a review that a search of the web finds.
pub(super) fn pages_gate(cx: &Context, review: &Arc<Review>) -> Result<Gate, ClientError> {
    let name = pages()?;
    let what = allowance(&name);
    Ok(unless_refused(cx, review, name, "pages of the web are on other machines".to_owned(), what))
}

/// What consent to fetching pages is given for: any host, and the proxies on the way.
pub(super) fn pages() -> Result<Clean, ClientError> {
    let mut proxies: Vec<String> = Vec::new();
    for any in ["https://host.invalid", "http://host.invalid"].into_iter().filter_map(|any| Host::parse(any).ok()) {
        proxies.extend(proxy(&any)?.map(|proxy| proxy.to_string()).filter(|proxy| !proxies.contains(proxy)));
    }
    Ok(Clean::from(match proxies.as_slice() {
        [] => FOUND_PAGES.to_owned(),
        some => format!("{FOUND_PAGES}, through the proxy {}", some.join(" and ")),
    }))
}

/// Lets through what a review consents to under this name; `is` says why consent is needed, and `what` for what.
fn unless_refused(cx: &Context, review: &Arc<Review>, name: Clean, is: String, what: String) -> Gate {
    let (offline, review) = (cx.loaded.config.offline, Arc::clone(review));
    Arc::new(move || {
        let (why, host) = match () {
            () if offline => (format!("{is}, and `offline` is set"), None),
            () if review.fold().consents_to(&name) => return Ok(()),
            () => (format!("{is}, and nobody allowed {what}"), Some(name.clone())),
        };
        Err(Refusal { why: why.into(), host })
    })
}

/// Lets through what the user asked for by the command itself, unless `offline` is set: no text of a review is in it.
pub(super) fn asked_for(cx: &Context, what: &'static str, host: &Host) -> Gate {
    if host.is_loopback() {
        return Arc::new(|| Ok(()));
    }
    unless_offline(cx, &format!("the {what} {host} is on another machine"))
}

/// As [`asked_for`], for a search of the web and the pages that it finds.
pub(super) fn web_asked_for(cx: &Context, host: &Host) -> Gate {
    unless_offline(cx, &format!("the web search {host} passes queries on to other machines"))
}

fn unless_offline(cx: &Context, is: &str) -> Gate {
    let refusal =
        cx.loaded.config.offline.then(|| Refusal { why: format!("{is}, and `offline` is set").into(), host: None });
    Arc::new(move || refusal.clone().map_or(Ok(()), Err))
}

/// Nothing is sent, and why.
pub(super) fn closed(why: &str) -> Gate {
    let why = Clean::from(why);
    Arc::new(move || Err(Refusal { why: why.clone(), host: None }))
}

/// Keeps in the review that its text may be sent to `host`.
pub(super) fn consent(cx: &Context, review: &Review, host: &Host) -> eyre::Result<()> {
    if host.is_loopback() { Ok(()) } else { keep(cx, review, goes_to(host)?) }
}

/// Keeps in the review that a web search may be asked, and the pages fetched that it finds.
pub(super) fn web_consent(cx: &Context, review: &Review, host: &Host) -> eyre::Result<()> {
    keep(cx, review, goes_to(host)?)?;
    keep(cx, review, pages()?)
}

fn keep(cx: &Context, review: &Review, name: Clean) -> eyre::Result<()> {
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
