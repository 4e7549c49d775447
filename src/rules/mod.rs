//! What providers say, as tables: one provider a file, no logic in them.
//!
//! A [`Rule`] is a list of [`Cond`]itions that must all hold, and the reason that then is the answer. The engine in
//! `classify` tries rules rank by rank, narrowest first; within a rank the tables of the providers whose failure this
//! seems to be, then every other provider's, then the generic ones.

use crate::cut;
use crate::verdict::{Reason, Scope};

/// A list of phrases or codes, packed into one text: a reference for each of them would double the tables.
macro_rules! any {
    () => { "" };
    ($first:literal $(, $rest:literal)* $(,)?) => { concat!($first, $("\n", $rest),*) };
}

/// The items of a packed list.
pub(crate) fn items(list: &'static str) -> impl Iterator<Item = &'static str> {
    cut::each(list, b'\n').filter(|item| !item.is_empty())
}

/// Names and the values that one of them must have, each packed likewise; no values ask for presence only.
macro_rules! pair {
    ($($name:literal),+; $($value:literal),*) => { (any![$($name),+], any![$($value),*]) };
}

/// What [`pair!`] makes.
pub(crate) type Pair = (&'static str, &'static str);

pub(crate) mod lexicon;
mod pack;
pub(crate) mod phrasebook;

pub(crate) use pack::{Code, Table, Tables};

/// How narrow a signal is. A broad signal never outranks a narrow one, whoever sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// Machine codes and quota ids that have one meaning.
    Code,
    /// Phrases that have one meaning: "per day", "request too large".
    Phrase,
    /// A meter that stands at zero.
    Meter,
    /// Per-minute and per-second wording.
    Window,
    /// Codes and sentences that only say limited, quota, invalid or forbidden.
    Broad,
    /// The status alone.
    Status,
}

impl Rank {
    /// Every rank, the narrowest first.
    pub(crate) const ALL: &'static [Self] =
        &[Self::Code, Self::Phrase, Self::Meter, Self::Window, Self::Broad, Self::Status];
}

/// One condition of a rule. Lists of codes and phrases are texts here, and numbers in [`Tables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cond<List = &'static str> {
    /// One of these machine codes stands in a code field, or as a whole identifier in a text. Case is ignored.
    Code(List),
    /// One of these phrases is said. A phrase is lower-case words; see `phrasebook` for its wildcards.
    Said(List),
    /// One of these phrases is said as well; each list of a rule asks for one of its own.
    Also(List),
    /// One of these phrases is said in a sentence that holds one of the last `Said` list.
    Near(List),
    /// None of these phrases is said.
    Not(List),
    /// The status is one of these.
    Status(&'static [u16]),
    /// The status lies in this range, both ends included.
    StatusIn(u16, u16),
    /// The status does not lie in this range.
    StatusNotIn(u16, u16),
    /// No status is known.
    NoStatus,
    /// One of these fields has one of these values. A name is the end of a path
    /// (`base_resp.status_code`). Case is ignored, and in names `_` and `-`.
    Field(Pair),
    /// One of these headers has one of these values. Case is ignored.
    Header(Pair),
    /// The request went to, or the text links to, one of these hosts.
    Host(&'static str),
    /// A thrown error has one of these names.
    Thrown(&'static str),
    /// The failure is known to be this provider's own.
    Own,
    /// A comparison of numbers that the failure states.
    Numbers(Numbers),
}

/// Comparisons of numbers that a failure states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// One request asks for more than the whole limit: "Limit 6000, Requested 8000".
    RequestedOverLimit,
    /// "current tpm: 12260, tpm limit: 5000", for the word given.
    CurrentOverLimit(&'static str),
    /// "Minute limit: 100412 / 100000 tokens", for the word given.
    Over(&'static str),
    /// A meter over this many seconds or more is used up.
    EmptyMeterOver(u32),
    /// A meter that counts requests over a window of up to an hour is used up.
    EmptyRequestMeter,
    /// A meter that counts tokens over a window of up to an hour is used up.
    EmptyTokenMeter,
    /// A wait is stated in the server's own words or fields.
    WaitStated,
    /// A wait of up to a minute is stated there.
    ShortWaitStated,
}

impl Numbers {
    /// Whether the numbers stand in rate-limit headers.
    pub(crate) const fn are_of_meters(self) -> bool {
        matches!(self, Self::EmptyMeterOver(_) | Self::EmptyRequestMeter | Self::EmptyTokenMeter)
    }
}

/// One thing that a provider says, and what it means.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rule<List: 'static = &'static str> {
    /// Provider, a slash, a name: `openai/requests-per-day`.
    pub(crate) id: &'static str,
    pub(crate) rank: Rank,
    pub(crate) reason: Reason,
    /// Whom it speaks for, where that differs from what its reason implies.
    pub(crate) scope: Option<Scope>,
    pub(crate) when: &'static [Cond<List>],
    #[cfg(test)]
    pub(crate) known: Known,
}

/// Where a rule was learnt. Checked by tests, not shipped.
#[cfg(test)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known {
    pub(crate) why: &'static str,
    pub(crate) source: &'static str,
    pub(crate) checked: &'static str,
}

/// A rule that has yet to say where it was learnt.
pub(crate) const fn rule(id: &'static str, rank: Rank, reason: Reason, when: &'static [Cond]) -> Rule {
    Rule {
        id,
        rank,
        reason,
        scope: None,
        when,
        #[cfg(test)]
        known: Known { why: "", source: "", checked: "" },
    }
}

impl Rule {
    /// Says whom the failure speaks for.
    pub(crate) const fn scope(mut self, scope: Scope) -> Self {
        self.scope = Some(scope);
        self
    }

    /// Says why the rule is right, where that was learnt, and on which day (`2026-11-30`).
    #[cfg_attr(not(test), expect(unused_mut, unused_variables, reason = "kept for tests only"))]
    pub(crate) const fn known(mut self, why: &'static str, source: &'static str, checked: &'static str) -> Self {
        #[cfg(test)]
        {
            self.known = Known { why, source, checked };
        }
        self
    }
}

/// One provider's table, and how to tell that a failure is its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Provider {
    /// The name that verdicts carry.
    pub(crate) name: &'static str,
    /// Ends of host names, of its API, its documentation, its console; `*` stands for any characters.
    pub(crate) hosts: &'static str,
    /// Beginnings of header names that only it sends, in lower case.
    pub(crate) headers: &'static str,
    /// Phrases that only it says.
    pub(crate) marks: &'static str,
    /// The zone, in minutes east of UTC, that it documents for times it writes without one.
    pub(crate) zone_minutes: Option<i32>,
    pub(crate) rules: &'static [Rule],
}

impl Provider {
    /// A table that belongs to nobody.
    pub(crate) const fn generic(name: &'static str, rules: &'static [Rule]) -> Self {
        Self { name, hosts: any![], headers: any![], marks: any![], zone_minutes: None, rules }
    }
}

/// Every table: providers in the order in which they are tried, then the generic ones.
const PROVIDERS: &[Provider] = &[
    #[cfg(test)]
    invented::INVENTED,
    openai::OPENAI,
    azure_openai::AZURE_OPENAI,
    anthropic::ANTHROPIC,
    bedrock::BEDROCK,
    gemini::GEMINI,
    vertex::VERTEX,
    codex::CODEX,
    claude_code::CLAUDE_CODE,
    gemini_cli::GEMINI_CLI,
    antigravity::ANTIGRAVITY,
    google_cloud::GOOGLE_CLOUD,
    litellm::LITELLM,
    copilot::COPILOT,
    github_models::GITHUB_MODELS,
    vllm::VLLM,
    ollama::OLLAMA,
    lmstudio::LMSTUDIO,
    azure_apim::AZURE_APIM,
    opencode::OPENCODE,
    groq::GROQ,
    openrouter::OPENROUTER,
    dashscope::DASHSCOPE,
    mistral::MISTRAL,
    zhipu::ZHIPU,
    moonshot::MOONSHOT,
    kimi_code::KIMI_CODE,
    cerebras::CEREBRAS,
    cloudflare::CLOUDFLARE,
    cohere::COHERE,
    elevenlabs::ELEVENLABS,
    fireworks::FIREWORKS,
    huggingface::HUGGINGFACE,
    minimax::MINIMAX,
    qianfan::QIANFAN,
    replicate::REPLICATE,
    siliconflow::SILICONFLOW,
    together::TOGETHER,
    volcengine::VOLCENGINE,
    voyage::VOYAGE,
    xai::XAI,
    hunyuan::HUNYUAN,
    jina::JINA,
    kiro::KIRO,
    nvidia::NVIDIA,
    perplexity::PERPLEXITY,
    pinecone::PINECONE,
    portkey::PORTKEY,
    stability::STABILITY,
    tavily::TAVILY,
    vercel::VERCEL,
    deepseek::DEEPSEEK,
    assemblyai::ASSEMBLYAI,
    deepgram::DEEPGRAM,
    google::GOOGLE,
    github::GITHUB,
    aws::AWS,
    x::X,
    azure::AZURE,
    discord::DISCORD,
    stripe::STRIPE,
    deepl::DEEPL,
    etherscan::ETHERSCAN,
    google_maps::GOOGLE_MAPS,
    hubspot::HUBSPOT,
    jira::JIRA,
    microsoft_graph::MICROSOFT_GRAPH,
    notion::NOTION,
    salesforce::SALESFORCE,
    shopify::SHOPIFY,
    slack::SLACK,
    telegram::TELEGRAM,
    airtable::AIRTABLE,
    alpha_vantage::ALPHA_VANTAGE,
    amazon_sp_api::AMAZON_SP_API,
    auth0::AUTH0,
    binance::BINANCE,
    brave_search::BRAVE_SEARCH,
    chainstack::CHAINSTACK,
    docker_hub::DOCKER_HUB,
    facebook::FACEBOOK,
    firebase::FIREBASE,
    infura::INFURA,
    lemlist::LEMLIST,
    mailgun::MAILGUN,
    okta::OKTA,
    quicknode::QUICKNODE,
    rapidapi::RAPIDAPI,
    reddit::REDDIT,
    spotify::SPOTIFY,
    strava::STRAVA,
    twilio::TWILIO,
    xero::XERO,
    zendesk::ZENDESK,
    gateway::GATEWAY,
    network::NETWORK,
    money::MONEY,
    request::REQUEST,
    access::ACCESS,
    quota::QUOTA,
    load::LOAD,
    sentences::SENTENCES,
    meters::METERS,
    windows::WINDOWS,
    broad::BROAD,
    http::HTTP,
    weak::WEAK,
];

/// How many tables there are.
pub(crate) const TABLES: usize = PROVIDERS.len();

/// How many of [`PROVIDERS`], at the end, belong to nobody.
pub(crate) const GENERIC: usize = 13;

#[cfg(test)]
mod invented;
#[cfg(test)]
mod tests;

mod access;
mod airtable;
mod alpha_vantage;
mod amazon_sp_api;
mod anthropic;
mod antigravity;
mod assemblyai;
mod auth0;
mod aws;
mod azure;
mod azure_apim;
mod azure_openai;
mod bedrock;
mod binance;
mod brave_search;
mod broad;
mod cerebras;
mod chainstack;
mod claude_code;
mod cloudflare;
mod codex;
mod cohere;
mod copilot;
mod dashscope;
mod deepgram;
mod deepl;
mod deepseek;
mod discord;
mod docker_hub;
mod elevenlabs;
mod etherscan;
mod facebook;
mod firebase;
mod fireworks;
mod gateway;
mod gemini;
mod gemini_cli;
mod github;
mod github_models;
mod google;
mod google_cloud;
mod google_maps;
mod groq;
mod http;
mod hubspot;
mod huggingface;
mod hunyuan;
mod infura;
mod jina;
mod jira;
mod kimi_code;
mod kiro;
mod lemlist;
mod litellm;
mod lmstudio;
mod load;
mod mailgun;
mod meters;
mod microsoft_graph;
mod minimax;
mod mistral;
mod money;
mod moonshot;
mod network;
mod notion;
mod nvidia;
mod okta;
mod ollama;
mod openai;
mod opencode;
mod openrouter;
mod perplexity;
mod pinecone;
mod portkey;
mod qianfan;
mod quicknode;
mod quota;
mod rapidapi;
mod reddit;
mod replicate;
mod request;
mod salesforce;
mod sentences;
mod shopify;
mod siliconflow;
mod slack;
mod spotify;
mod stability;
mod strava;
mod stripe;
mod tavily;
mod telegram;
mod together;
mod twilio;
mod vercel;
mod vertex;
mod vllm;
mod volcengine;
mod voyage;
mod weak;
mod windows;
mod wording;
mod x;
mod xai;
mod xero;
mod zendesk;
mod zhipu;
