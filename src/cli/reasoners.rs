//! Who works a review out: chosen once for a new review, put together with the
//! review's record for one that is opened; and what must be said before text
//! leaves this machine.

use std::{sync::Arc, time::Duration};

use color_eyre::eyre::{self, WrapErr, bail};

use crate::{
    config::Server as ServerSettings,
    domain::{Digest, EngineSpec, canonical},
    engine::{Command, Scope},
    llm::{
        self, Access, CallError, CallRecord, Caller, Gate, Host, InMemory, KeySource, ModelServer, Proxy, Record,
        RetryPolicy, SetupError, Slots, destination,
    },
    reason::{
        Reasoner, RunOverrides,
        builtin::Builtin,
        model::{Model, ModelSettings, Prompts},
        version,
    },
    review::{Act, Draft, Review, Who},
    text::Clean,
};

use super::{Context, own};

/// How long a server may take to say that it is there.
pub(super) const PROBE: Duration = Duration::from_secs(1);
/// Stages in work for each place at the model server, so that the places are
/// always taken.
const STAGES_A_SLOT: usize = 4;
/// Places of a server that is yet to be asked how many it has.
const USUAL_SLOTS: usize = 4;
/// Stages in work for each processor: they are taken in as they were started, and the more there are, the less of the
/// time one processor waits for what the others are at.
const STAGES_A_PROCESSOR: usize = 16;

/// The reasoners of an engine.
pub(super) struct Chosen {
    /// The review's own.
    pub(super) own: Arc<dyn Reasoner>,
    /// Who else can be asked.
    pub(super) others: Vec<Arc<dyn Reasoner>>,
    /// How many stages may be worked out at a time.
    pub(super) slots: usize,
}

/// Calls on record in a review.
struct Kept(Arc<Review>);

impl Record for Kept {
    fn recall(&self, request: Digest) -> Option<CallRecord> {
        // What cannot be read is asked for anew.
        self.0.call(request).ok().flatten().and_then(|bytes| serde_json::from_slice(&bytes).ok())
    }

    fn keep(&self, record: &CallRecord) -> Result<(), Clean> {
        self.0.keep_call(record.call.statement, record.request, &canonical(record)).map_err(|e| e.to_string().into())
    }
}

/// A model server by the name of its reasoner: the one of `[ollama]`, or one of `[servers]`.
#[derive(Clone)]
pub(super) struct Endpoint {
    /// The reasoner's name.
    pub(super) name: Clean,
    /// Where it is.
    pub(super) host: Host,
    kind: String,
    slots: usize,
    /// As configured.
    server: ServerSettings,
    /// The model that is asked instead of `model.name`.
    model: Clean,
}

impl Endpoint {
    /// The one of `[ollama]`.
    pub(super) fn ollama(cx: &Context) -> eyre::Result<Self> {
        let config = &cx.loaded.config.ollama;
        let server = ServerSettings { headers: config.headers.clone(), ..ServerSettings::default() };
        Ok(Self {
            name: Model::NAME.into(),
            host: cx.loaded.model_host()?,
            kind: "ollama".to_owned(),
            slots: config.slots,
            server,
            model: Clean::default(),
        })
    }

    /// The one of this name.
    pub(super) fn named(cx: &Context, name: &str) -> eyre::Result<Self> {
        if name == Model::NAME {
            return Self::ollama(cx);
        }
        let servers = &cx.loaded.config.servers;
        let Some(server) = servers.get(name) else {
            let known: Vec<&str> =
                ["builtin", Model::NAME].into_iter().chain(servers.keys().map(String::as_str)).collect();
            bail!(
                "there is no reasoner {}; name one of {}, or describe the server as [servers.{0}] in the configuration",
                Clean::from(name).one_line(),
                known.join(", ")
            );
        };
        let host = Host::parse(&server.url).wrap_err_with(|| format!("servers.{name}.url"))?;
        let (kind, slots, model) = (server.kind.clone(), server.slots, server.model.as_str().into());
        Ok(Self { name: name.into(), host, kind, slots, server: server.clone(), model })
    }

    /// Every server that is configured.
    pub(super) fn all(cx: &Context) -> eyre::Result<Vec<Self>> {
        let servers = cx.loaded.config.servers.keys().map(|name| Self::named(cx, name));
        std::iter::once(Self::ollama(cx)).chain(servers).collect()
    }

    /// Where its text goes. This is what consent is given for, so a proxy that comes to be used needs consent of its own.
    fn goes_to(&self) -> Result<Clean, SetupError> {
        Ok(destination(&self.host, proxy(&self.host)?.as_ref()))
    }

    /// How its models are asked.
    pub(super) fn settings(&self, cx: &Context) -> ModelSettings {
        let settings = cx.loaded.config.model.clone();
        let name = if self.model.trim().is_empty() { settings.name.clone() } else { self.model.clone() };
        ModelSettings { name, ..settings }
    }

    /// The connection to it.
    pub(super) fn connect(&self) -> eyre::Result<Arc<dyn ModelServer>> {
        let (server, name) = (self.server.clone(), self.name.clone());
        let key = server.has_key().then(|| KeySource(Arc::new(move || server.key(&name))));
        let headers = self.server.headers.clone().into_iter().collect();
        Ok(llm::connect(&self.kind, Access { host: self.host.clone(), headers, key, proxy: proxy(&self.host)? })?)
    }

    /// What asks it and keeps what was asked in `record`.
    pub(super) fn caller(&self, cx: &Context, record: Arc<dyn Record>) -> eyre::Result<Caller> {
        let config = &cx.loaded.config.ollama;
        let policy = RetryPolicy { retries: config.retries, backoff: Duration::from_millis(config.backoff) };
        Ok(Caller::new(self.connect()?, Slots::new(self.slots), record, policy).measuring(self.slots == 0))
    }
}

/// The reasoner of a new review: as named, else as configured. `auto` is the
/// model where its server is on this machine, answers, and has it.
pub(super) fn choose(cx: &Context, named: Option<&str>) -> eyre::Result<EngineSpec> {
    let model = |name: &str| EngineSpec { reasoner: name.into(), version: version(), model: None };
    Ok(match named.unwrap_or(&cx.loaded.config.reasoner) {
        "builtin" => Builtin.spec(),
        "auto" if has_model(cx)? => model(Model::NAME),
        "auto" => Builtin.spec(),
        name => model(&Endpoint::named(cx, name)?.name),
    })
}

fn has_model(cx: &Context) -> eyre::Result<bool> {
    let endpoint = Endpoint::ollama(cx)?;
    if !endpoint.host.is_loopback() {
        return Ok(false);
    }
    let server = endpoint.connect()?;
    let models = cx.runtime.block_on(async { tokio::time::timeout(PROBE, server.models()).await });
    let wanted = &cx.loaded.config.model.name;
    let is_wanted = |name: &str| *name == **wanted || *name == format!("{wanted}:latest");
    Ok(models.is_ok_and(|models| models.is_ok_and(|models| models.iter().any(|model| is_wanted(&model.name)))))
}

/// The proxy on the way to a model server.
fn proxy(host: &Host) -> Result<Option<Proxy>, SetupError> {
    Proxy::of(host, |name| std::env::var(name).ok())
}

/// Keeps in the review that its text may be sent to the server of the reasoner that is named, else of its own, else of
/// `[ollama]`.
pub(super) fn consent(cx: &Context, review: &Review, named: Option<&str>, given: bool) -> eyre::Result<()> {
    let own = review.fold().opened().map(|opened| opened.spec.reasoner.clone());
    let named = named.map(Clean::from).or(own).filter(|name| **name != *"builtin" && **name != *"auto");
    if !given {
        return Ok(());
    }
    let endpoint = Endpoint::named(cx, named.as_deref().unwrap_or(Model::NAME))?;
    if endpoint.host.is_loopback() {
        return Ok(());
    }
    let name = endpoint.goes_to()?;
    if review.fold().consents_to(&name) {
        return Ok(());
    }
    let Some(reviewer) = cx.loaded.reviewer() else {
        bail!("consent is given by a person; say who you are with --set reviewer=NAME");
    };
    let who = Who::Reviewer(Clean::from(reviewer));
    review.append(vec![Draft { who, act: Act::Consent { host: name }, blobs: Vec::new() }])?;
    Ok(())
}

/// Whether text of a review may be sent to a server.
fn gate(cx: &Context, review: &Arc<Review>, endpoint: &Endpoint) -> Result<Gate, SetupError> {
    let (offline, near, name) = (cx.loaded.config.offline, endpoint.host.is_loopback(), endpoint.goes_to()?);
    let review = Arc::clone(review);
    Ok(Arc::new(move || {
        let (why, host) = match () {
            () if near => return Ok(()),
            () if offline => (format!("the model server {name} is on another machine, and `offline` is set"), None),
            () if review.fold().consents_to(&name) => return Ok(()),
            () => {
                let why = format!(
                    "the model server {name} is on another machine, and nobody allowed text of this review to be \
                     sent there; --consent does, and is kept in the review"
                );
                (why, Some(name.clone()))
            }
        };
        Err(CallError::Forbidden { why: why.into(), host })
    }))
}

/// Nothing is sent, and why.
fn closed(why: &str) -> Gate {
    let why = Clean::from(why);
    Arc::new(move || Err(CallError::Forbidden { why: why.clone(), host: None }))
}

/// Nothing is begun whose text may not be sent to the reasoner: the named one,
/// else the review's own.
pub(super) fn permitted(cx: &Context, review: &Arc<Review>, named: Option<&str>) -> eyre::Result<()> {
    let Some(name) = named.map(Clean::from).or_else(|| by_model(review)).filter(|name| **name != *"builtin") else {
        return Ok(());
    };
    match gate(cx, review, &Endpoint::named(cx, &name)?)?() {
        Err(why) => bail!("{why}; a server on this machine is named with --set ollama.host=…"),
        Ok(()) => Ok(()),
    }
}

/// The name of a review's own reasoner where it asks a model.
fn by_model(review: &Review) -> Option<Clean> {
    let own = review.fold().opened().map(|opened| opened.spec.reasoner.clone());
    own.filter(|name| **name != *"builtin")
}

/// The reasoners for a review.
pub(super) fn of(cx: &Context, review: &Arc<Review>) -> eyre::Result<Chosen> {
    own::load(cx)?;
    let config = &cx.loaded.config;
    let own_name = by_model(review);
    let mut endpoints = Endpoint::all(cx)?;
    // A review made with a server that is not described here can be read; nothing is asked for it.
    let unknown = own_name.as_ref().and_then(|name| Some((name, Endpoint::named(cx, name).err()?.to_string())));
    if let Some((name, _)) = &unknown {
        endpoints.push(Endpoint { name: (*name).clone(), ..Endpoint::ollama(cx)? });
    }
    let prompts = Arc::new(Prompts::read(cx.loaded.prompts().as_deref()).wrap_err("the prompts")?);
    let mut own: Option<Arc<dyn Reasoner>> = None;
    let mut others: Vec<Arc<dyn Reasoner>> = Vec::new();
    let mut calls = 1;
    for endpoint in endpoints {
        let is_own = own_name.as_ref() == Some(&endpoint.name);
        let gate = match &unknown {
            Some((_, why)) if is_own => closed(why),
            _ => gate(cx, review, &endpoint)?,
        };
        let caller = endpoint.caller(cx, Arc::new(Kept(Arc::clone(review))))?.behind(gate);
        let (name, settings) = (endpoint.name.clone(), endpoint.settings(cx));
        let model = Model::new(name, Arc::new(caller), Arc::clone(&prompts), settings, review.secret()?);
        if is_own {
            calls = if endpoint.slots == 0 { USUAL_SLOTS } else { endpoint.slots };
            own = Some(Arc::new(model));
        } else {
            others.push(Arc::new(model));
        }
    }
    let slots = |of_its_own: usize| if config.slots == 0 { of_its_own } else { config.slots };
    let builtin: Arc<dyn Reasoner> = Arc::new(Builtin);
    Ok(match own {
        Some(own) => {
            others.insert(0, builtin);
            Chosen { own, others, slots: slots(0).max(STAGES_A_SLOT * calls) }
        }
        None => Chosen { own: builtin, others, slots: slots(STAGES_A_PROCESSOR * crate::processors()) },
    })
}

/// A reasoner by its name, for texts that are in no review.
pub(super) fn alone(cx: &Context, named: &str) -> eyre::Result<Arc<dyn Reasoner>> {
    recorded(cx, named).map(|(reasoner, _)| reasoner)
}

/// The same, with a model of one's choice after a colon (`ollama:qwen3:8b`), and what it asks.
pub(super) fn recorded(cx: &Context, named: &str) -> eyre::Result<(Arc<dyn Reasoner>, Arc<InMemory>)> {
    own::load(cx)?;
    let record = Arc::new(InMemory::default());
    if named == "builtin" {
        return Ok((Arc::new(Builtin), record));
    }
    let (server, model) = named.split_once(':').unwrap_or((named, ""));
    let mut endpoint = Endpoint::named(cx, server)?;
    if !model.is_empty() {
        endpoint.model = model.into();
    }
    let host = &endpoint.host;
    if cx.loaded.config.offline && !host.is_loopback() {
        bail!("the model server {host} is on another machine, and `offline` is set");
    }
    let prompts = Prompts::read(cx.loaded.prompts().as_deref()).wrap_err("the prompts")?;
    let caller = endpoint.caller(cx, Arc::clone(&record) as Arc<dyn Record>)?;
    let secret = Digest::of(jiff::Timestamp::now().to_string().as_bytes());
    let settings = endpoint.settings(cx);
    let model = Model::new(endpoint.name.clone(), Arc::new(caller), Arc::new(prompts), settings, secret);
    Ok((Arc::new(model), record))
}

/// Everything that is missing, stale or failed, by the reasoner that is named,
/// if it is not the review's own.
pub(super) fn order(review: &Review, named: Option<&str>) -> Command {
    let own = review.fold().opened().map(|opened| opened.spec.reasoner.clone());
    match named.map(Clean::from).filter(|named| own.as_ref() != Some(named)) {
        None => Command::Run(Scope::Everything),
        Some(named) => {
            let with = RunOverrides { reasoner: Some(named), ..RunOverrides::default() };
            Command::RunOverrides { scope: Scope::Everything, again: false, with }
        }
    }
}
