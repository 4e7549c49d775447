//! What Chinese, Japanese and Korean say around a time: the verb follows it, and no space divides words.

use super::durations::words;
use super::lexicon::{CONDITIONAL, POLITE};

/// Is a number one that a character `after` it or words for the time of a reset `before` it make a time?
pub(super) fn surround(before: &str, after: char) -> bool {
    matches!(after, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
        || leads(before, RESET_TIME)
}

/// May the byte stand in a time in digits?
pub(super) fn is_part(byte: u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b' ' | b'\n' | b'\r' | b'+'..=b'/' | b':' | b'T' | b'Z' | b'U' | b'C')
}

/// Do the words around a time make it a wait?
pub(super) fn state_a_wait(before: &str, after: &str, absolute: bool, polite: bool) -> bool {
    let close = clause(after);
    let again = contains(close, AGAIN);
    let reset = contains(close, RESET);
    let then = any(AFTER, |word| close.starts_with(word));
    if absolute {
        reset || leads(before, RESET_TIME) || (then && (polite || again))
    } else {
        let waits = any(WAIT, |word| close.starts_with(word)) || leads(before, PLEASE_WAIT);
        waits || (then && (polite || again || reset))
    }
}

/// What the word at the start of `rest` says of its sentence.
pub(super) fn says(before: &str, rest: &str) -> u32 {
    match rest.chars().next() {
        // but 请求 is a request, 申请 an application
        Some(please @ ('请' | '請')) => {
            let more = rest.get(please.len_utf8()..).unwrap_or_default();
            if more.starts_with('求') || before.ends_with('申') { 0 } else { POLITE }
        }
        Some('如' | '若' | 'も' | '場' | '만') if any(IF, |word| rest.starts_with(word)) => CONDITIONAL,
        _ => 0,
    }
}

/// Does one of the words stand right before?
fn leads(before: &str, list: &str) -> bool {
    let before = before.trim_end_matches([' ', '\n', '\r', ':', '：', '为', '為']);
    !before.ends_with(|c: char| c.is_ascii()) && any(list, |word| before.ends_with(word))
}

/// What follows a time in its clause, some words of it.
fn clause(after: &str) -> &str {
    let text = after.trim_start();
    let end = text.char_indices().enumerate().find(|&(count, (_, c))| count == LONGEST_CLAUSE || ends_sentence(c));
    end.and_then(|(_, (at, _))| text.get(..at)).unwrap_or(text)
}

/// Marks that end a sentence wherever they stand.
pub(super) fn ends_sentence(c: char) -> bool {
    matches!(c, '。' | '！' | '？' | ';' | '；' | '…' | '·' | '|' | '{' | '}')
}

fn contains(text: &str, list: &str) -> bool {
    any(list, |word| text.as_bytes().windows(word.len()).any(|part| part == word.as_bytes()))
}

fn any(list: &str, holds: impl FnMut(&str) -> bool) -> bool {
    words(list).any(holds)
}

/// In characters.
const LONGEST_CLAUSE: usize = 16;

/// "after".
const AFTER: &str = "后 後 之后 之後 以后 以後 후";

/// Trying again, as one asks it of others. 重试 alone is what clients say of themselves.
const AGAIN: &str = "再试 再試してみて 再試吧 お試し ください 下さい 다시";

/// Being reset, restored, lifted, available.
const RESET: &str = "重置 恢复 恢復 刷新 解除 解封 可用 リセット 利用可能 초기화 재설정";

/// Waiting, after its time.
const WAIT: &str = "お待ち 待って 기다려 동안";

/// Waiting, before its time.
const PLEASE_WAIT: &str = "请等待 請等待 请稍等 请稍候 需等待 需要等待 须等待";

const RESET_TIME: &str = "重置时间 重置時間 恢复时间 解封时间 リセット日時";

const IF: &str = "如果 若 もし 場合 만약";
