//! The words by which prose is read: what each says of its sentence, and the phrases that lead to a time.
//!
//! Everything here is a list of words; the compiler turns them into hashes.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)] // what is out of bounds here does not compile

use crate::hash::{START, hash, step};

/// A word in a text.
#[derive(Clone, Copy)]
pub(super) struct Word {
    pub end: usize,
    pub hash: u32,
    meaning: u64,
}

impl Word {
    /// The word that begins at a place in a text, empty where none does: letters, digits, `_`, and hyphens between.
    pub fn at(text: &str, start: usize) -> Self {
        let bytes = text.as_bytes();
        let (mut end, mut hash) = (start, START);
        while let Some(&byte) = bytes.get(end) {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => {}
                b'-' if end > start && bytes.get(end.wrapping_add(1)).is_some_and(|&next| is_word_byte(next)) => {}
                // the first of two bytes
                0xc3..=0xc9 => {
                    hash = step(hash, byte);
                    end = end.wrapping_add(1);
                }
                _ => break,
            }
            hash = step(hash, bytes.get(end).copied().unwrap_or(0));
            end = end.wrapping_add(1);
        }
        Self { end, hash, meaning: if end > start { meaning(hash) } else { 0 } }
    }

    /// What it says, as bits of [`WORDS`].
    pub fn says(self) -> u32 {
        self.meaning as u32
    }

    pub fn is(self, any: u32) -> bool {
        self.says() & any != 0
    }

    /// Which of [`LEADS`] it begins, as bits.
    pub fn leads(self) -> u32 {
        (self.meaning >> 32) as u32
    }
}

/// Does a word begin with that byte? ASCII letters and digits, `_`, or the first of two bytes of another Latin letter.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || matches!(byte, 0xc3..=0xc9)
}

/// The beginning of a phrase that leads to a time.
pub(super) struct Lead {
    /// The words after the first: [`NONE`], [`FILLERS`], [`PREPOSITION`], [`ABROAD_PREPOSITION`] or a hash.
    pub rest: [u32; 2],
    pub takes: u8,
    pub guard: Guard,
}

/// What else must hold for a phrase to state a wait.
#[derive(Clone, Copy)]
pub(super) enum Guard {
    Free,
    /// The request is the reader's: no client speaks of what it will do.
    Request,
    /// And waiting is not what is denied: "Don't want to wait 5 hours?"
    Wait,
    /// It says when a limit is lifted, which holds under "once", too.
    Reset,
    /// The word before is one of these.
    After(u32),
    /// The word after the time is one of these.
    Tail(u32),
    /// Something that runs out is spoken of, and not "no longer available".
    Metered,
    /// One of these was said in the sentence.
    Said(u32),
}

pub(super) const NONE: u32 = 0;
/// `*`: any number of [`FILLER`] words.
pub(super) const FILLERS: u32 = 1;
/// `@`: a word that is [`IN`], [`AFTER`] or [`AT`].
pub(super) const PREPOSITION: u32 = 2;
/// `&`: a word that is [`ABROAD`].
pub(super) const ABROAD_PREPOSITION: u32 = 3;

/// What a phrase may be followed by.
pub(super) const DURATION: u8 = 1;
pub(super) const INSTANT: u8 = 2;
/// A number without a unit: seconds or milliseconds in a field, seconds in a sentence.
pub(super) const SECONDS: u8 = 4;
pub(super) const MILLISECONDS: u8 = 8;
pub(super) const PLAIN: u8 = 16;
pub(super) const BARE: u8 = SECONDS | MILLISECONDS | PLAIN;
const ANY: u8 = DURATION | INSTANT;
const FIELD: u8 = DURATION | INSTANT | SECONDS;
pub(super) const TOLD: u8 = DURATION | INSTANT | PLAIN;
/// A point in time after a `|`.
pub(super) const PIPED: u8 = 32;
/// A duration of Protobuf.
pub(super) const BRACED: u8 = 64;

pub(super) const CONDITIONAL: u32 = 1;
pub(super) const ONCE: u32 = 1 << 1;
pub(super) const BARRED: u32 = 1 << 2;
pub(super) const PENALTY: u32 = 1 << 3;
pub(super) const METERED: u32 = 1 << 4;
pub(super) const POLITE: u32 = 1 << 5;
pub(super) const YOU: u32 = 1 << 6;
pub(super) const NUMBER: u32 = 1 << 7;
pub(super) const NEGATION: u32 = 1 << 8;
pub(super) const NO_NEGATION: u32 = 1 << 9;
pub(super) const LIMITED: u32 = 1 << 10;
pub(super) const ASKING: u32 = 1 << 11;
pub(super) const DETERMINER: u32 = 1 << 12;
pub(super) const CLIENT: u32 = 1 << 13;
pub(super) const VERB: u32 = 1 << 14;
pub(super) const INTENDING: u32 = 1 << 15;
pub(super) const PAST: u32 = 1 << 16;
pub(super) const AUXILIARY: u32 = 1 << 17;
pub(super) const ANSWER: u32 = 1 << 18;
pub(super) const NO_WAIT: u32 = 1 << 19;
pub(super) const ATTEMPT: u32 = 1 << 20;
pub(super) const GERMAN: u32 = 1 << 21;
pub(super) const FILLER: u32 = 1 << 22;
pub(super) const HEDGE: u32 = 1 << 23;
pub(super) const IN: u32 = 1 << 24;
pub(super) const AFTER: u32 = 1 << 25;
pub(super) const AT: u32 = 1 << 26;
pub(super) const TO: u32 = 1 << 27;
pub(super) const WHEN: u32 = 1 << 28;
pub(super) const BARRING: u32 = 1 << 29;
pub(super) const ONLY_OR_NEXT: u32 = 1 << 30;
pub(super) const ABROAD: u32 = 1 << 31;

/// What words say.
const WORDS: &[(u32, &str)] = &[
    (CONDITIONAL, "if unless whenever wenn si"),
    // it speaks of the time after something
    (ONCE, "once sobald"),
    // somebody is kept out
    (
        BARRED,
        "again wait cannot locked throttled unavailable maintenance paused disabled restricted rate-limited exhausted \
         exceeded reached",
    ),
    // by a ban or the like, which ends
    (PENALTY, "banned ban blocked block lockout suspended suspension cooldown penalty"),
    // something that runs out
    (METERED, "expected quota limit limits request requests tokens capacity"),
    // "when you", "after your"
    (YOU, "you your"),
    (WHEN, "when should"),
    (NEGATION, "t not never no without why skip avoid"),
    (NO_NEGATION, "please must can may"),
    // a "limited offer" bars nobody
    (LIMITED, "limited"),
    (BARRING, "rate been are is was temporarily"),
    // "if" after one of these is a question
    (ASKING, "check see verify know ask as even"),
    // what a clause after "once" begins with
    (DETERMINER, "you your the this that it its we our a an some all"),
    // who retries or waits by itself
    (
        CLIENT,
        "will ll would we i auto automatically next client sdk scheduled trying retrying attempting waiting checking \
         polling reconnecting sleeping",
    ),
    // what one of them does before the phrase is complete
    (VERB, "be try retry attempt check then and just"),
    // "going to retry in 5 s"
    (INTENDING, "going about trying scheduled waiting"),
    (TO, "to"),
    // "the limit was reset at …" tells what has been
    (PAST, "was were last been since"),
    // "refreshed at …" does too, but not "will be refreshed at …"
    (AUXILIARY, "be is are gets automatically fully"),
    // "wait 24 hours for a reply" is about people
    (ANSWER, "response reply answer support review approval verification confirmation propagate propagation"),
    // a time before one of these is a window, a condition or past
    (NO_WAIT, "if unless ago window windows session sessions period periods interval intervals"),
    // what a client says after its own time: "Retry in 30 seconds (attempt 3/10)"
    (ATTEMPT, "attempt attempts"),
    // "in 20 Sekunden erneut", "in 3 Stunden zurückgesetzt"
    (GERMAN, "erneut noch nochmal nochmals wieder zurückgesetzt"),
    // what may stand between a verb and its preposition
    (
        FILLER,
        "your the this that it again later request requests call query operation action message prompt automatically \
         daily",
    ),
    // what may stand between a phrase and its time; not "up to", which is no least
    (
        HEDGE,
        "for about approximately approx around roughly at least another additional nearly almost minimum of the next \
         exactly estimated a an is sie etwa ca noch mindestens unos cerca de environ",
    ),
    (NUMBER, "a an one two three four five six seven eight nine ten eleven twelve einer einem un una um uma"),
    (IN, "in"),
    (AFTER, "after"),
    (AT, "at on by"),
    (ONLY_OR_NEXT, "only next"),
    (ABROAD, "en dentro em após dans"),
];

/// First words of phrases, the words after them, what may follow, and what else must hold.
const PHRASES: &[(&str, &str, u8, Guard)] = &[
    // "try again in 20s", "try your request again after '348' seconds", "try after …", "available again at …",
    // "Please retry in 36.43s", "Retry after 9 sec", "retry your requests after 60 seconds", "retry after 38"
    ("try again retry re-try", "* @", TOLD, Guard::Request),
    ("retried", "* @", ANY, Guard::Request),
    // log lines and copied headers
    (
        "retry-after x-retry-after retry_after retryafter retry_after_seconds retry-after-seconds",
        "",
        FIELD,
        Guard::Request,
    ),
    ("retry-after-ms x-ms-retry-after-ms retry_after_ms retryafterms", "", DURATION | MILLISECONDS, Guard::Request),
    // "Please wait 41532 seconds before retrying", "A wait of 73915 seconds is required"
    ("wait warten warte", "", DURATION, Guard::Wait),
    ("wait", "time", DURATION, Guard::Wait),
    ("break pause", "for", DURATION, Guard::Wait), // Reddit
    ("cool", "down for", DURATION, Guard::Wait),
    // "You can only request this after 43 seconds" (Supabase), "You can submit the request after 49 seconds" (Akamai);
    // but not "failed to send the request after 3 seconds"
    ("request submit resubmit send resend", "* @", DURATION, Guard::After(ONLY_OR_NEXT | NO_NEGATION)),
    ("request", "allowed @", ANY, Guard::After(ONLY_OR_NEXT)),
    ("come check", "back @", ANY, Guard::Request),
    ("be", "back @", ANY, Guard::Free),
    // "quota will reset after 5s", "resets in ~7s", "Limit resets at: …", "resets 8pm (America/New_York)"
    ("reset resets resetting", "* @", ANY, Guard::Reset),
    ("reset resets", "", INSTANT, Guard::Reset),
    ("reset", "time", ANY, Guard::Reset),
    ("until to", "reset", DURATION, Guard::Reset),
    (
        "resume resumes replenish replenishes refresh refreshes refill refills recover recovers unlocks",
        "@",
        ANY,
        Guard::Reset,
    ),
    // Azure API Management
    ("replenished refreshed refilled restored lifted unblocked unlocked", "@", ANY, Guard::After(AUXILIARY)),
    ("regain", "access @", ANY, Guard::Reset), // Anthropic
    // "Expected available in 53 seconds" (Django REST framework), "more requests available in 85123 seconds"
    ("available", "@", ANY, Guard::Metered),
    // "IP banned until 1772618700000" (Binance)
    ("until", "", INSTANT, Guard::Said(BARRED | PENALTY)),
    ("ends end expires expire", "@", ANY, Guard::Said(PENALTY)),
    ("limited rate-limited throttled blocked banned locked suspended restricted", "for", DURATION, Guard::Free),
    ("locked", "out for", DURATION, Guard::Free),
    // "next slot in 740ms", "Ready in about 40 seconds", "Room frees up in 23s"
    ("slot ready", "@", DURATION, Guard::Free),
    ("opens frees", "up @", DURATION, Guard::Reset),
    // German
    ("in nach", "", DURATION, Guard::Tail(GERMAN)),
    // Spanish, Portuguese, French
    ("nuevo nuevamente intentarlo reintente novamente novo réessayer réessayez nouveau", "&", DURATION, Guard::Free),
    ("espere espera esperar aguarde patienter patientez attendez", "", DURATION, Guard::Free),
    ("restablece restablecerá", "&", DURATION, Guard::Reset),
    // "Claude AI usage limit reached|1755772800"
    ("reached", "", PIPED, Guard::Free),
    // "retry_delay {\n  seconds: 7\n}"
    ("retry_delay", "", BRACED, Guard::Free),
];

pub(super) static LEADS: [Lead; PHRASES.len()] = {
    const EMPTY: Lead = Lead { rest: [NONE; 2], takes: 0, guard: Guard::Free };
    let mut leads = [EMPTY; PHRASES.len()];
    let mut at = 0;
    while at < leads.len() {
        let (_, rest, takes, guard) = PHRASES[at];
        leads[at] = Lead { rest: tokens(rest), takes, guard };
        at += 1;
    }
    leads
};

const fn tokens(text: &str) -> [u32; 2] {
    let (mut tokens, mut count) = ([NONE; 2], 0);
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let (word, after) = first_word(rest);
        tokens[count] = match word {
            b"*" => FILLERS,
            b"@" => PREPOSITION,
            b"&" => ABROAD_PREPOSITION,
            word => hash(word),
        };
        count += 1;
        rest = after;
    }
    tokens
}

/// The first word of a list, and the list after it.
pub(super) const fn first_word(list: &[u8]) -> (&[u8], &[u8]) {
    let mut length = 0;
    while length < list.len() && list[length] != b' ' {
        length += 1;
    }
    let (word, mut rest) = list.split_at(length);
    while let [b' ', after @ ..] = rest {
        rest = after;
    }
    (word, rest)
}

/// All words by their hashes, in order, with the place of what each means, and where those of each bucket begin.
struct Lexicon<const LENGTH: usize, const KINDS: usize> {
    hashes: [u32; LENGTH],
    kinds: [u8; LENGTH],
    meanings: [u64; KINDS],
    starts: [u16; BUCKETS + 1],
}

/// More words than there are.
const MOST: usize = 400;

/// Hashes of one bucket have their first seven bits in common.
const BUCKETS: usize = 128;
const BUCKET_SHIFT: u32 = 25;

static LEXICON: Lexicon<{ ALL.length }, { ALL.kinds() }> = ALL.packed();
const ALL: All = All::new();

/// All words with what they mean, by their hashes.
struct All {
    words: [(u32, u64); MOST],
    length: usize,
}

impl All {
    const fn new() -> Self {
        let mut all = Self { words: [(u32::MAX, 0); MOST], length: 0 };
        let mut at = 0;
        while at < WORDS.len() {
            all.add(WORDS[at].1, WORDS[at].0 as u64);
            at += 1;
        }
        at = 0;
        while at < PHRASES.len() {
            all.add(PHRASES[at].0, 1 << (32 + at));
            at += 1;
        }
        all
    }

    const fn add(&mut self, list: &str, meaning: u64) {
        let mut rest = list.as_bytes();
        while !rest.is_empty() {
            let (word, after) = first_word(rest);
            let hash = hash(word);
            let mut at = 0;
            while self.words[at].0 < hash {
                at += 1;
            }
            if self.words[at].0 != hash {
                let mut last = self.length;
                while last > at {
                    self.words[last] = self.words[last - 1];
                    last -= 1;
                }
                self.words[at] = (hash, 0);
                self.length += 1;
            }
            self.words[at].1 |= meaning;
            rest = after;
        }
    }

    /// The first word that means the same.
    const fn like(&self, word: usize) -> usize {
        let mut at = 0;
        while self.words[at].1 != self.words[word].1 {
            at += 1;
        }
        at
    }

    const fn kinds(&self) -> usize {
        let (mut at, mut kinds) = (0, 0);
        while at < self.length {
            if self.like(at) == at {
                kinds += 1;
            }
            at += 1;
        }
        kinds
    }

    const fn packed<const LENGTH: usize, const KINDS: usize>(&self) -> Lexicon<LENGTH, KINDS> {
        let mut packed = Lexicon {
            hashes: [0; LENGTH],
            kinds: [0; LENGTH],
            meanings: [0; KINDS],
            starts: [LENGTH as u16; BUCKETS + 1],
        };
        let (mut at, mut bucket, mut kinds) = (0, 0, 0);
        while at < LENGTH {
            packed.hashes[at] = self.words[at].0;
            if self.like(at) == at {
                packed.meanings[kinds] = self.words[at].1;
                packed.kinds[at] = kinds as u8;
                kinds += 1;
            } else {
                packed.kinds[at] = packed.kinds[self.like(at)];
            }
            while bucket <= (self.words[at].0 >> BUCKET_SHIFT) as usize {
                packed.starts[bucket] = at as u16;
                bucket += 1;
            }
            at += 1;
        }
        packed
    }
}

fn meaning(hash: u32) -> u64 {
    let bucket = (hash >> BUCKET_SHIFT) as usize;
    let start = |bucket: usize| LEXICON.starts.get(bucket).map_or(0, |&at| usize::from(at));
    let mut at = start(bucket);
    let end = start(bucket + 1);
    while at < end {
        if LEXICON.hashes.get(at) == Some(&hash) {
            let kind = LEXICON.kinds.get(at).map_or(usize::MAX, |&kind| usize::from(kind));
            return LEXICON.meanings.get(kind).copied().unwrap_or(0);
        }
        at += 1;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_found_in_any_case() {
        let heads = PHRASES.iter().enumerate().map(|(at, (heads, ..))| (1_u64 << (32 + at), *heads));
        for (meaning, list) in WORDS.iter().map(|&(says, list)| (u64::from(says), list)).chain(heads) {
            for word in list.split_ascii_whitespace() {
                for text in [word.to_owned(), word.to_ascii_uppercase()] {
                    let found = Word::at(&text, 0);
                    assert_eq!((found.end, found.hash), (word.len(), hash(word.as_bytes())), "{word}");
                    assert_eq!(found.meaning & meaning, meaning, "{word}");
                }
            }
        }
    }

    #[test]
    fn no_two_words_share_a_hash() {
        let lists = WORDS.iter().map(|(_, list)| *list).chain(PHRASES.iter().map(|(heads, ..)| *heads));
        let mut words: Vec<&str> = lists.flat_map(str::split_ascii_whitespace).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), LEXICON.hashes.len());
    }

    #[test]
    fn a_word_has_letters_digits_and_inner_hyphens() {
        for (text, length) in [
            ("", 0),
            (" a", 0),
            ("a b", 1),
            ("re-try-", 6),
            ("-a", 0),
            ("a--b", 1),
            ("après·", 6),
            ("秒", 0),
            ("a_1.", 3),
        ] {
            assert_eq!(Word::at(text, 0).end, length, "{text}");
        }
    }
}
