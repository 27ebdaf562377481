//! Who works a review out: chosen once for a new review, put together with the
//! review's record for one that is opened.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use color_eyre::eyre::{self, WrapErr, bail};

use crate::{
    config::{AUTO, Server as ServerSettings},
    domain::{Digest, EngineSpec, Stage, canonical},
    engine::{Command, Scope},
    files,
    llm::{self, Access, CallRecord, Caller, InMemory, KeySource, ModelServer, Record, RetryPolicy, Slots},
    net::{Gate, Host, Refusal},
    reason::{
        Control, KINDS, Reasoner, RunOverrides, asks_model,
        builtin::Builtin,
        model::{Model, ModelSettings, Prompts, StageModel},
        version,
    },
    review::Review,
    text::Clean,
    tui::Probe,
};

use super::{Context, egress, own};

/// What the messages about consent call it.
const SERVER: &str = "model server";
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
    /// How many stages may run at a time.
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
    /// The addresses: one, or several servers with the same models.
    hosts: Vec<Host>,
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
            hosts: vec![cx.loaded.model_host()?],
            kind: llm::OLLAMA.to_owned(),
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
                KINDS.iter().map(|kind| kind.name).chain(servers.keys().map(String::as_str)).collect();
            bail!(
                "there is no reasoner {}; name one of {}, or describe the server as [servers.{0}] in the configuration",
                Clean::from(name).one_line(),
                known.join(", ")
            );
        };
        let hosts: Result<Vec<Host>, _> = server.url.iter().map(|url| Host::parse(url)).collect();
        let hosts = hosts.wrap_err_with(|| format!("servers.{name}.url"))?;
        let (kind, slots, model) = (server.kind.clone(), server.slots, server.model.as_str().into());
        Ok(Self { name: name.into(), hosts, kind, slots, server: server.clone(), model })
    }

    /// Every server that is configured.
    pub(super) fn all(cx: &Context) -> eyre::Result<Vec<Self>> {
        let servers = cx.loaded.config.servers.keys().map(|name| Self::named(cx, name));
        std::iter::once(Self::ollama(cx)).chain(servers).collect()
    }

    /// Whether nothing that is sent to it leaves this machine.
    pub(super) fn is_loopback(&self) -> bool {
        self.hosts.iter().all(Host::is_loopback)
    }

    /// Fails where it is on another machine and nothing may be sent there.
    pub(super) fn check_offline(&self, cx: &Context) -> eyre::Result<()> {
        self.hosts.iter().try_for_each(|host| Ok(egress::asked_for(cx, SERVER, host)()?))
    }

    /// Its address, or addresses.
    pub(super) fn address(&self) -> String {
        self.hosts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    /// How its models are asked.
    pub(super) fn settings(&self, cx: &Context) -> ModelSettings {
        let mut settings = cx.loaded.config.model.clone();
        let servers = &cx.loaded.config.servers;
        for set in settings.stages.values_mut().filter(|set| !set.server.is_empty() && set.model.trim().is_empty()) {
            let own = servers.get(&*set.server).map(|server| server.model.trim()).filter(|model| !model.is_empty());
            set.model = own.map_or_else(|| settings.name.clone(), Clean::from);
        }
        let name = if self.model.trim().is_empty() { settings.name.clone() } else { self.model.clone() };
        ModelSettings { name, ..settings }
    }

    /// This server and those that single stages are pinned to.
    fn with_pinned(self, cx: &Context) -> eyre::Result<Vec<Self>> {
        let mut all = vec![self];
        for set in cx.loaded.config.model.stages.values().filter(|set| !set.server.is_empty()) {
            if all.iter().all(|known| known.name != set.server) {
                all.push(Self::named(cx, &set.server)?);
            }
        }
        Ok(all)
    }

    /// The connection to it.
    pub(super) fn connect(&self) -> eyre::Result<Arc<dyn ModelServer>> {
        let (secret, whom) = (self.server.secret(), format!("server {}", self.name));
        let key = secret.is_named().then(|| KeySource(Arc::new(move || secret.read(&whom))));
        let headers: Vec<_> = self.server.headers.clone().into_iter().collect();
        let connect = |host: &Host| {
            let (headers, key, proxy) = (headers.clone(), key.clone(), egress::proxy(host)?);
            Ok(llm::connect(&self.kind, Access { host: host.clone(), headers, key, proxy })?)
        };
        let servers: eyre::Result<Vec<_>> = self.hosts.iter().map(connect).collect();
        Ok(llm::spread(servers?, self.slots))
    }

    /// What asks it and keeps what was asked in `record`.
    pub(super) fn caller(&self, cx: &Context, record: Arc<dyn Record>) -> eyre::Result<Caller> {
        let config = &cx.loaded.config.ollama;
        let policy = RetryPolicy { retries: config.retries, backoff: Duration::from_millis(config.backoff) };
        let slots = Slots::new(self.slots * self.hosts.len());
        Ok(Caller::new(self.connect()?, slots, record, policy).measuring(self.slots == 0))
    }
}

/// The reasoner of a new review: as named, else as configured. `auto` is the
/// model where its server is on this machine, answers, and has it.
pub(super) fn choose(cx: &Context, named: Option<&str>) -> eyre::Result<EngineSpec> {
    let rules = own::rules(cx)?;
    let model = |name: &str| EngineSpec { reasoner: name.into(), version: version(&rules), model: None };
    Ok(match named.unwrap_or(&cx.loaded.config.reasoner) {
        Builtin::NAME => own::builtin(cx)?.spec(),
        AUTO if has_model(cx)? => model(Model::NAME),
        AUTO => own::builtin(cx)?.spec(),
        name => model(&Endpoint::named(cx, name)?.name),
    })
}

fn has_model(cx: &Context) -> eyre::Result<bool> {
    let endpoint = Endpoint::ollama(cx)?;
    if !endpoint.is_loopback() {
        return Ok(false);
    }
    let server = endpoint.connect()?;
    let models = cx.runtime.block_on(async { tokio::time::timeout(PROBE, server.models()).await });
    let wanted = &cx.loaded.config.model.name;
    let is_wanted = |name: &str| *name == **wanted || *name == format!("{wanted}:latest");
    Ok(models.is_ok_and(|models| models.is_ok_and(|models| models.iter().any(|model| is_wanted(&model.name)))))
}

/// Keeps in the review that its text may be sent to the server of the reasoner that is named, else of its own, else of
/// `[ollama]`.
pub(super) fn consent(cx: &Context, review: &Review, named: Option<&str>, given: bool) -> eyre::Result<()> {
    let own = review.fold().opened().map(|opened| opened.spec.reasoner.clone());
    let named = named.map(Clean::from).or(own).filter(|name| asks_model(name) && **name != *AUTO);
    if !given {
        return Ok(());
    }
    for endpoint in Endpoint::named(cx, named.as_deref().unwrap_or(Model::NAME))?.with_pinned(cx)? {
        endpoint.hosts.iter().try_for_each(|host| egress::consent(cx, review, host))?;
    }
    Ok(())
}

/// Whether text of a review may be sent to every host of a server.
fn gate(cx: &Context, review: &Arc<Review>, endpoint: &Endpoint) -> eyre::Result<Gate> {
    let gates = endpoint.hosts.iter().map(|host| egress::gate(cx, review, SERVER, host));
    let gates: Vec<Gate> = gates.collect::<Result<_, _>>()?;
    Ok(Arc::new(move || gates.iter().try_for_each(|gate| gate())))
}

/// Nothing is begun whose text may not be sent to the reasoner: the named one,
/// else the review's own.
pub(super) fn permitted(cx: &Context, review: &Arc<Review>, named: Option<&str>) -> eyre::Result<()> {
    let Some(name) = named.map(Clean::from).or_else(|| by_model(review)).filter(|name| asks_model(name)) else {
        return Ok(());
    };
    for endpoint in Endpoint::named(cx, &name)?.with_pinned(cx)? {
        if let Err(Refusal { why, host }) = gate(cx, review, &endpoint)?() {
            // Offline, no consent helps.
            let allow = if host.is_some() { "--consent does, and is kept in the review; " } else { "" };
            bail!("{why}; {allow}a server on this machine is named with --set ollama.host=…");
        }
    }
    Ok(())
}

/// The name of a review's own reasoner where it asks a model.
fn by_model(review: &Review) -> Option<Clean> {
    let own = review.fold().opened().map(|opened| opened.spec.reasoner.clone());
    own.filter(|name| asks_model(name))
}

/// The reasoners for a review.
pub(super) fn of(cx: &Context, review: &Arc<Review>) -> eyre::Result<Chosen> {
    let builtin = own::builtin(cx)?;
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
    let is_own = |endpoint: &Endpoint| own_name.as_ref() == Some(&endpoint.name);
    let mut callers = BTreeMap::new();
    for endpoint in &endpoints {
        let gate = match &unknown {
            Some((_, why)) if is_own(endpoint) => egress::closed(why),
            _ => gate(cx, review, endpoint)?,
        };
        let caller = endpoint.caller(cx, Arc::new(Kept(Arc::clone(review))))?.behind(gate);
        callers.insert(endpoint.name.clone(), Arc::new(caller));
    }
    for endpoint in endpoints {
        let (name, settings) = (endpoint.name.clone(), endpoint.settings(cx));
        let caller = Arc::clone(&callers[&name]);
        let pinned = pinned(&settings, &callers);
        let model = Model::new(name, caller, Arc::clone(&prompts), settings, review.secret()?);
        let model = model.pinned(pinned).ruled_by(Arc::clone(&builtin.rules));
        if is_own(&endpoint) {
            let each = if endpoint.slots == 0 { USUAL_SLOTS } else { endpoint.slots };
            calls = each * endpoint.hosts.len();
            own = Some(Arc::new(model));
        } else {
            others.push(Arc::new(model));
        }
    }
    let slots = |of_its_own: usize| if config.slots == 0 { of_its_own } else { config.slots };
    Ok(match own {
        Some(own) => {
            others.insert(0, builtin);
            Chosen { own, others, slots: slots(0).max(STAGES_A_SLOT * calls) }
        }
        None => Chosen { own: builtin, others, slots: slots(STAGES_A_PROCESSOR * crate::processors()) },
    })
}

/// Says which model servers do not answer, of those that text of the review may be sent to.
pub(super) fn probe(cx: &Context, review: &Arc<Review>) -> eyre::Result<Probe> {
    let mut servers = BTreeMap::new();
    for endpoint in Endpoint::all(cx)? {
        servers.insert(endpoint.name.clone(), (endpoint.address(), gate(cx, review, &endpoint)?, endpoint.connect()?));
    }
    let runtime = cx.runtime.handle().clone();
    Ok(Arc::new(move |name| {
        let (address, gate, server) = servers.get(&Clean::from(name))?;
        gate().ok()?;
        match runtime.block_on(async { tokio::time::timeout(PROBE, server.models()).await }) {
            Ok(Ok(_)) => None,
            Ok(Err(why)) => Some(files::without_number(why.to_string()).into()),
            Err(_) => Some(format!("{name} at {address} does not answer within {} s", PROBE.as_secs()).into()),
        }
    }))
}

/// The callers of stages that are pinned to a server.
fn pinned(settings: &ModelSettings, callers: &BTreeMap<Clean, Arc<Caller>>) -> BTreeMap<Stage, Arc<Caller>> {
    let caller = |(stage, set): (&Stage, &StageModel)| Some((*stage, Arc::clone(callers.get(&set.server)?)));
    settings.stages.iter().filter_map(caller).collect()
}

/// A reasoner by its name, for one run over texts that keep no consent; `consent` is what the command line gave.
pub(super) fn alone(cx: &Context, named: &str, consent: bool) -> eyre::Result<Arc<dyn Reasoner>> {
    recorded(cx, named, consent).map(|(reasoner, _)| reasoner)
}

/// The same, with a model of one's choice after a colon (`ollama:qwen3:8b`), and what it asks.
pub(super) fn recorded(cx: &Context, named: &str, consent: bool) -> eyre::Result<(Arc<dyn Reasoner>, Arc<InMemory>)> {
    let builtin = own::builtin(cx)?;
    let record = Arc::new(InMemory::default());
    if named == Builtin::NAME {
        return Ok((builtin as Arc<dyn Reasoner>, record));
    }
    let (server, model) = named.split_once(':').unwrap_or((named, ""));
    let mut endpoint = Endpoint::named(cx, server)?;
    if !model.is_empty() {
        endpoint.model = model.into();
    }
    let prompts = Prompts::read(cx.loaded.prompts().as_deref()).wrap_err("the prompts")?;
    let (name, settings) = (endpoint.name.clone(), endpoint.settings(cx));
    let mut callers = BTreeMap::new();
    for endpoint in endpoint.with_pinned(cx)? {
        endpoint.check_offline(cx)?;
        if let Some(host) = endpoint.hosts.iter().find(|host| !consent && !host.is_loopback()) {
            bail!(
                "the {SERVER} {} is on another machine; --consent allows the texts to be sent there in this run",
                egress::goes_to(host)?
            );
        }
        let caller = endpoint.caller(cx, Arc::clone(&record) as Arc<dyn Record>)?;
        callers.insert(endpoint.name.clone(), Arc::new(caller));
    }
    let secret = Digest::of(jiff::Timestamp::now().to_string().as_bytes());
    let (caller, pinned) = (Arc::clone(&callers[&name]), pinned(&settings, &callers));
    let model = Model::new(name, caller, Arc::new(prompts), settings, secret);
    let model = model.pinned(pinned).ruled_by(Arc::clone(&builtin.rules));
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
