//! Local times: the civil calendar, and the time zones that messages name, with their current rules.

use super::lexicon::first_word;
use crate::hash::hash;

pub(super) const MINUTE_MS: i64 = 60_000;
pub(super) const DAY_MS: i64 = 86_400_000;

/// Holds an instant to those that JavaScript's `Date` knows, some 273 000 years about 1970, so that no calculation with
/// it overflows.
pub(super) fn within_reach(ms: i64) -> i64 {
    ms.clamp(-8_640_000_000_000_000, 8_640_000_000_000_000)
}

/// The instant at which clocks that many minutes east of UTC show `local_ms`.
pub(super) fn at_offset(local_ms: i64, minutes: i32) -> i64 {
    local_ms.wrapping_sub(i64::from(minutes).wrapping_mul(MINUTE_MS))
}

/// Days from 1 January 1970 to a date of the Gregorian calendar.
pub(super) fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    // a year that begins in March has its leap day at the end
    let year = if month < 3 { year.wrapping_sub(1) } else { year };
    let leap_days = year.div_euclid(4).wrapping_sub(year.div_euclid(100)).wrapping_add(year.div_euclid(400));
    let month_days = month.wrapping_add(9).rem_euclid(12).wrapping_mul(153).wrapping_add(2).div_euclid(5);
    year.wrapping_mul(365).wrapping_add(leap_days).wrapping_add(month_days).wrapping_add(day).wrapping_sub(719_469)
}

/// The year of an instant, in UTC.
pub(super) fn year_of(utc_ms: i64) -> i64 {
    let days = utc_ms.div_euclid(DAY_MS);
    // right or one too many: 1 January is at most a day later than the mean year says
    let year = days.wrapping_add(1).wrapping_mul(400).div_euclid(146_097).wrapping_add(1970);
    if days_from_civil(year, 1, 1) > days { year.wrapping_sub(1) } else { year }
}

/// The weekday of a day; 0 is Sunday.
pub(super) fn weekday(days: i64) -> i64 {
    days.wrapping_add(4).rem_euclid(7)
}

/// What clocks show somewhere.
#[derive(Clone, Copy)]
pub(super) struct Zone {
    /// East of UTC, in standard time.
    minutes: i32,
    /// One of [`SUMMERS`], if any.
    summer: u8,
}

impl Zone {
    pub const UTC: Self = Self::fixed(0);

    /// That many minutes east of UTC, all year.
    pub const fn fixed(minutes: i32) -> Self {
        Self { minutes, summer: u8::MAX }
    }

    /// The zone of that name. Daylight saving follows the rule in force today in every year. Ambiguous abbreviations
    /// (CST, IST, BST) are unknown.
    pub fn named(name: &str) -> Option<Self> {
        // "est" and "et" are words
        let exact = name.len() < 5 && !name.eq_ignore_ascii_case("utc") && !name.eq_ignore_ascii_case("gmt");
        if exact && name.bytes().any(|byte| byte.is_ascii_lowercase()) {
            return None;
        }
        let hash = hash(name.as_bytes());
        let at = NAMES.hashes.iter().position(|&known| known == hash)?;
        let &(quarters, summer) = NAMES.clocks.get(at)?;
        Some(Self { minutes: i32::from(quarters).wrapping_mul(15), summer })
    }

    /// Minutes east of UTC at an instant.
    pub fn offset(self, utc_ms: i64) -> i32 {
        let is_summer = self.is_summer(within_reach(utc_ms));
        if is_summer { self.minutes.wrapping_add(60) } else { self.minutes }
    }

    /// The instant at which clocks show `local_ms`, that is, the time as if it were UTC.
    ///
    /// Of two such instants the later; for a time that is skipped, the one that the old offset gives.
    pub fn utc(self, local_ms: i64) -> i64 {
        let local_ms = within_reach(local_ms);
        let later = at_offset(local_ms, self.minutes);
        let earlier = at_offset(local_ms, self.minutes.wrapping_add(60));
        if self.is_summer(later) && self.is_summer(earlier) { earlier } else { later }
    }

    /// What clocks show at an instant.
    pub fn local(self, utc_ms: i64) -> i64 {
        at_offset(utc_ms, self.offset(utc_ms).wrapping_neg())
    }

    fn is_summer(self, utc_ms: i64) -> bool {
        let Some((_, rule)) = SUMMERS.get(usize::from(self.summer)) else { return false };
        let clock = if rule.utc { utc_ms } else { at_offset(utc_ms, self.minutes.wrapping_neg()) };
        let year = year_of(clock);
        let (from, to) = (rule.from.in_year(year), rule.to.in_year(year));
        if from < to { from <= clock && clock < to } else { clock < to || from <= clock }
    }
}

/// When clocks are an hour ahead.
struct Summer {
    from: Change,
    to: Change,
    /// The minutes are UTC, otherwise standard time.
    utc: bool,
}

/// That many minutes into the first such weekday (0 is Sunday) on or after that day.
struct Change {
    month: u8,
    day: u8,
    weekday: u8,
    minutes: i16,
}

impl Change {
    fn in_year(&self, year: i64) -> i64 {
        let day = days_from_civil(year, self.month.into(), self.day.into());
        let ahead = i64::from(self.weekday).wrapping_sub(weekday(day)).rem_euclid(7);
        let minutes = i64::from(self.minutes).wrapping_mul(MINUTE_MS);
        day.wrapping_add(ahead).wrapping_mul(DAY_MS).wrapping_add(minutes)
    }
}

const fn sunday(month: u8, day: u8, minutes: i16) -> Change {
    Change { month, day, weekday: 0, minutes }
}

/// Rules by their letters in [`ZONES`].
const SUMMERS: &[(u8, Summer)] = &[
    (b'u', Summer { from: sunday(3, 8, 120), to: sunday(11, 1, 60), utc: false }),
    (b'e', Summer { from: sunday(3, 25, 60), to: sunday(10, 25, 60), utc: true }),
    (b'c', Summer { from: sunday(9, 2, 240), to: sunday(4, 2, 180), utc: true }),
    (b'a', Summer { from: sunday(10, 1, 120), to: sunday(4, 1, 120), utc: false }),
    (b'z', Summer { from: sunday(9, 24, 120), to: sunday(4, 1, 120), utc: false }),
    (b'l', Summer { from: sunday(3, 25, 0), to: sunday(10, 25, -60), utc: false }),
    (b'i', Summer { from: Change { weekday: 5, ..sunday(3, 23, 120) }, to: sunday(10, 25, 60), utc: false }),
    (
        b'g',
        Summer {
            from: Change { weekday: 5, ..sunday(4, 24, 0) },
            to: Change { weekday: 4, ..sunday(10, 25, 1380) },
            utc: false,
        },
    ),
];

/// The names of the IANA database (2026f) that are in use: a region, then minutes east of UTC in standard time with the
/// letter of the summer time (u US, e Europe, c Chile, a Australia, z New Zealand, l Lebanon, i Israel, g Egypt), then
/// places. Without a region also abbreviations; each is a fixed offset, as EST is, or a zone, as ET is.
const ZONES: &str = "\
    / -480 PST -480u PT Pacific PST8PDT -420 PDT MST -420u MT Mountain MST7MDT -360 MDT -360u CT Central CST6CDT \
    -300 EST CDT -300u ET Eastern EST5EDT -240 EDT +0 UTC GMT Z UT Greenwich WET +0e GB +60 CET WEST +120 \
    CEST EET +180 EEST MSK Turkey +330 India +480 HKT SGT AWST PRC Beijing China Hongkong Singapore +540 JST KST \
    Japan Korea ROK +600 AEST +660 AEDT +720 NZST +720z NZ +780 NZDT \
    Etc/ +0 UTC GMT UCT Universal Zulu Greenwich \
    US/ -600 Hawaii -540u Alaska -480u Pacific -420 Arizona -420u Mountain -360u Central -300u Eastern \
    Canada/ -420 Pacific -300u Eastern \
    America/ -540u Anchorage Juneau -480u Los_Angeles Tijuana -420 Phoenix Vancouver Hermosillo Mazatlan \
    Whitehorse -420u Denver Boise Ciudad_Juarez -360 Mexico_City Monterrey Merida Chihuahua Guatemala Costa_Rica \
    El_Salvador Tegucigalpa Managua Edmonton Regina -360u Chicago Menominee -300 Bogota Lima Guayaquil Panama \
    Jamaica Cancun Winnipeg -300u New_York Detroit Toronto Montreal Indianapolis Indiana/Indianapolis \
    Kentucky/Louisville Nassau -240 Puerto_Rico Santo_Domingo Caracas La_Paz Manaus -240c Santiago -240u Halifax \
    Moncton -210u St_Johns -180 Sao_Paulo Buenos_Aires Argentina/Buenos_Aires Montevideo Asuncion Bahia Fortaleza \
    Recife Belem \
    Atlantic/ -240u Bermuda -60e Azores +0 Reykjavik +0e Canary Madeira \
    Europe/ +0e London Dublin Lisbon Belfast +60e Berlin Paris Madrid Rome Vienna Zurich Brussels Amsterdam \
    Stockholm Oslo Copenhagen Prague Budapest Warsaw Belgrade Zagreb Ljubljana Bratislava Luxembourg Malta Monaco \
    Sarajevo Skopje Tirane Podgorica Andorra Gibraltar +120 Kaliningrad +120e Athens Helsinki Bucharest Sofia Kyiv \
    Kiev Riga Tallinn Vilnius Chisinau +180 Moscow Istanbul Minsk +240 Samara \
    Africa/ +0 Casablanca Abidjan Accra Dakar +60 Lagos Algiers Tunis Kinshasa Luanda Douala Libreville +120 \
    Johannesburg Harare Lusaka Maputo Kigali Tripoli +120g Cairo +180 Nairobi Addis_Ababa Kampala Dar_es_Salaam \
    Indian/ +240 Mauritius \
    Asia/ +120e Nicosia +120i Jerusalem Tel_Aviv +120l Beirut +180 Riyadh Istanbul Baghdad Kuwait Qatar Bahrain \
    Amman Damascus +210 Tehran +240 Dubai Muscat Tbilisi Yerevan Baku +270 Kabul +300 Karachi Tashkent \
    Yekaterinburg Almaty +330 Kolkata Calcutta Colombo +345 Kathmandu Katmandu +360 Dhaka Bishkek Omsk +390 Yangon \
    Rangoon +420 Bangkok Jakarta Ho_Chi_Minh Saigon Novosibirsk Krasnoyarsk Phnom_Penh Vientiane +480 Shanghai \
    Hong_Kong Taipei Singapore Manila Kuala_Lumpur Chongqing Macau Irkutsk Ulaanbaatar Makassar +540 Tokyo Seoul \
    +600 Vladivostok \
    Australia/ +480 Perth +570 Darwin +570a Adelaide +600 Brisbane +600a Sydney Melbourne Hobart Canberra \
    Pacific/ -600 Honolulu +600 Guam Port_Moresby +720 Fiji +720z Auckland";

/// The names of [`ZONES`] by their hashes, each with quarters of an hour east of UTC and the place of its rule.
struct Names<const LENGTH: usize> {
    hashes: [u32; LENGTH],
    clocks: [(i8, u8); LENGTH],
}

static NAMES: Names<{ count_names() }> = names();

#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)] // what is out of bounds here does not compile
const fn count_names() -> usize {
    let (mut rest, mut count) = (ZONES.as_bytes(), 0);
    while !rest.is_empty() {
        let (word, after) = first_word(rest);
        if !matches!(word[0], b'+' | b'-') && word[word.len() - 1] != b'/' {
            count += 1;
        }
        rest = after;
    }
    count
}

#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]
const fn names<const LENGTH: usize>() -> Names<LENGTH> {
    let mut names = Names { hashes: [0; LENGTH], clocks: [(0, u8::MAX); LENGTH] };
    let (mut rest, mut count) = (ZONES.as_bytes(), 0);
    let (mut region, mut clock): (&[u8], _) = (b"", (0, u8::MAX));
    while !rest.is_empty() {
        let (word, after) = first_word(rest);
        if matches!(word[0], b'+' | b'-') {
            clock = read_clock(word);
        } else if word[word.len() - 1] == b'/' {
            region = if word.len() == 1 { b"" } else { word };
        } else {
            let (mut name, mut at) = ([0; 64], 0);
            while at < region.len() + word.len() {
                name[at] = if at < region.len() { region[at] } else { word[at - region.len()] };
                at += 1;
            }
            names.hashes[count] = hash(name.split_at(at).0);
            names.clocks[count] = clock;
            count += 1;
        }
        rest = after;
    }
    names
}

/// `-300u`.
#[allow(clippy::arithmetic_side_effects, clippy::indexing_slicing)]
const fn read_clock(word: &[u8]) -> (i8, u8) {
    let (mut minutes, mut at) = (0_i16, 1);
    while at < word.len() && word[at].is_ascii_digit() {
        minutes = minutes * 10 + (word[at] - b'0') as i16;
        at += 1;
    }
    assert!(minutes % 15 == 0);
    let quarters = (minutes / 15) as i8;
    let mut summer = 0;
    while at < word.len() && SUMMERS[summer].0 != word[at] {
        summer += 1;
    }
    (if word[0] == b'-' { -quarters } else { quarters }, if at < word.len() { summer as u8 } else { u8::MAX })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, clippy::unwrap_used)]

    use super::*;
    use crate::wait::durations::words;

    fn offset_minutes(name: &str, utc_ms: i64) -> Option<i32> {
        Zone::named(name).map(|zone| zone.offset(utc_ms))
    }

    fn local_to_utc(name: &str, local_ms: i64) -> Option<i64> {
        Zone::named(name).map(|zone| zone.utc(local_ms))
    }

    /// Noon UTC of a day.
    fn noon(year: i64, month: i64, day: i64) -> i64 {
        days_from_civil(year, month, day) * DAY_MS + DAY_MS / 2
    }

    #[test]
    fn days_are_counted_from_1970() {
        assert_eq!(days_from_civil(1970, 1, 1), 0);
        assert_eq!(days_from_civil(1969, 12, 31), -1);
        assert_eq!(days_from_civil(2000, 2, 29), 11_016);
        assert_eq!(days_from_civil(2000, 3, 1), 11_017);
        assert_eq!(days_from_civil(2026, 9, 1), 20_697);
        assert_eq!(days_from_civil(2100, 3, 1), 47_541);
        assert_eq!(days_from_civil(1600, 1, 1), -135_140);
        assert_eq!(days_from_civil(0, 1, 1), -719_528);
        assert_eq!(days_from_civil(9999, 12, 31), 2_932_896);
    }

    #[test]
    fn every_day_of_eight_centuries_is_in_its_year() {
        let mut day = days_from_civil(1599, 1, 1);
        for year in 1599..2401 {
            let end = days_from_civil(year + 1, 1, 1);
            while day < end {
                assert_eq!(year_of(day * DAY_MS), year, "day {day}");
                day += 1;
            }
            assert_eq!(year_of(day * DAY_MS - 1), year);
        }
    }

    #[test]
    fn weekdays_repeat_from_a_thursday() {
        assert_eq!(weekday(0), 4);
        assert_eq!(weekday(days_from_civil(1994, 11, 6)), 0);
        assert_eq!(weekday(days_from_civil(2026, 11, 30)), 1);
        assert_eq!(weekday(-5), 6);
    }

    #[test]
    fn extreme_instants_do_no_harm() {
        for ms in [i64::MIN, i64::MIN + 1, -1, 0, i64::MAX] {
            year_of(ms);
            for name in ["UTC", "America/New_York", "America/Santiago", "Asia/Kathmandu"] {
                assert!(offset_minutes(name, ms).is_some());
                assert!(local_to_utc(name, ms).is_some());
            }
        }
    }

    #[test]
    fn fixed_zones_have_one_offset() {
        for (name, minutes) in [
            ("UTC", 0),
            ("GMT", 0),
            ("utc", 0),
            ("Z", 0),
            ("Etc/UTC", 0),
            ("PST", -480),
            ("PDT", -420),
            ("EST", -300),
            ("CEST", 120),
            ("JST", 540),
            ("Asia/Calcutta", 330),
            ("asia/kolkata", 330),
            ("Asia/Kathmandu", 345),
            ("Asia/Shanghai", 480),
            ("America/Sao_Paulo", -180),
            ("America/Vancouver", -420),
            ("America/Argentina/Buenos_Aires", -180),
            ("Europe/Istanbul", 180),
            ("Pacific/Honolulu", -600),
            ("US/Arizona", -420),
        ] {
            assert_eq!(offset_minutes(name, noon(2027, 1, 15)), Some(minutes), "{name} in January");
            assert_eq!(offset_minutes(name, noon(2027, 7, 15)), Some(minutes), "{name} in July");
        }
    }

    #[test]
    fn summer_time_follows_each_rule() {
        for (name, january, july) in [
            ("America/New_York", -300, -240),
            ("US/Pacific", -480, -420),
            ("Pacific", -480, -420),
            ("PT", -480, -420),
            ("America/St_Johns", -210, -150),
            ("Europe/London", 0, 60),
            ("Europe/Berlin", 60, 120),
            ("Europe/Kyiv", 120, 180),
            ("Asia/Jerusalem", 120, 180),
            ("Asia/Beirut", 120, 180),
            ("Africa/Cairo", 120, 180),
            ("America/Santiago", -180, -240),
            ("Australia/Sydney", 660, 600),
            ("Australia/Adelaide", 630, 570),
            ("Pacific/Auckland", 780, 720),
        ] {
            assert_eq!(offset_minutes(name, noon(2027, 1, 15)), Some(january), "{name} in January");
            assert_eq!(offset_minutes(name, noon(2027, 7, 15)), Some(july), "{name} in July");
        }
    }

    #[test]
    fn clocks_change_at_the_right_minute() {
        // (zone, first instant after the change in epoch seconds, offset before, offset after)
        for (name, at, before, after) in [
            ("America/New_York", 1_772_953_200, -300, -240),
            ("America/New_York", 1_793_512_800, -240, -300),
            ("America/Los_Angeles", 1_772_964_000, -480, -420),
            ("America/Los_Angeles", 1_793_523_600, -420, -480),
            ("Europe/Berlin", 1_774_746_000, 60, 120),
            ("Europe/London", 1_792_890_000, 60, 0),
            ("Australia/Sydney", 1_775_318_400, 660, 600),
            ("Australia/Sydney", 1_791_043_200, 600, 660),
            ("Pacific/Auckland", 1_775_311_200, 780, 720),
            ("Pacific/Auckland", 1_790_431_200, 720, 780),
            ("America/Santiago", 1_775_358_000, -180, -240),
            ("America/Santiago", 1_788_667_200, -240, -180),
            ("Asia/Jerusalem", 1_774_569_600, 120, 180),
            ("Africa/Cairo", 1_776_981_600, 120, 180),
            ("Africa/Cairo", 1_793_307_600, 180, 120),
            ("Asia/Beirut", 1_774_735_200, 120, 180),
            ("Asia/Beirut", 1_792_875_600, 180, 120),
        ] {
            assert_eq!(offset_minutes(name, at * 1_000 - 1), Some(before), "{name} before {at}");
            assert_eq!(offset_minutes(name, at * 1_000), Some(after), "{name} at {at}");
        }
    }

    #[test]
    fn unknown_and_ambiguous_names_have_no_offset() {
        for name in [
            "",
            "/",
            "CST",
            "IST",
            "BST",
            "est",
            "pt",
            "Europe/",
            "/Berlin",
            "Europe/Atlantis",
            "Local",
            "Berlin",
            "/UTC",
            "+480",
            "Asia/+480",
        ] {
            assert_eq!(offset_minutes(name, 0), None, "{name}");
            assert_eq!(local_to_utc(name, 0), None, "{name}");
        }
    }

    #[test]
    fn a_local_time_becomes_an_instant() {
        let local = noon(2026, 7, 1);
        assert_eq!(local_to_utc("UTC", local), Some(local));
        assert_eq!(local_to_utc("America/New_York", local), Some(local + 4 * 3_600_000));
        assert_eq!(local_to_utc("America/New_York", noon(2026, 1, 1)), Some(noon(2026, 1, 1) + 5 * 3_600_000));
        assert_eq!(local_to_utc("Asia/Calcutta", local), Some(local - 330 * MINUTE_MS));
    }

    #[test]
    fn a_local_time_that_comes_twice_is_the_later() {
        // 1 November 2026, 01:30 in New York: 05:30 and 06:30 UTC
        let local = days_from_civil(2026, 11, 1) * DAY_MS + 90 * MINUTE_MS;
        assert_eq!(local_to_utc("America/New_York", local), Some(local + 300 * MINUTE_MS));
    }

    #[test]
    fn a_local_time_that_is_skipped_comes_after_the_change() {
        // 8 March 2026, 02:30 in New York: 03:30 summer time, 07:30 UTC
        let local = days_from_civil(2026, 3, 8) * DAY_MS + 150 * MINUTE_MS;
        assert_eq!(local_to_utc("America/New_York", local), Some(local + 300 * MINUTE_MS));
    }

    #[test]
    fn the_table_is_well_formed() {
        let mut seen = Vec::new();
        let mut region = "";
        for word in words(ZONES) {
            if let Some(name) = word.strip_suffix('/') {
                region = name;
            } else if word.starts_with(['+', '-']) {
                let (minutes, rule) = word.split_at(word.trim_end_matches(char::is_alphabetic).len());
                assert!((-720..=840).contains(&minutes.parse::<i32>().unwrap()), "{word}");
                assert!(rule.is_empty() || SUMMERS.iter().any(|(letter, _)| rule.as_bytes() == [*letter]), "{word}");
            } else {
                let name = if region.is_empty() { word.to_owned() } else { format!("{region}/{word}") };
                assert!(offset_minutes(&name, 0).is_some(), "{name}");
                assert!(!seen.contains(&name), "{name} stands twice");
                seen.push(name);
            }
        }
        assert!(seen.len() > 200);
    }
}
