//! Local times: the civil calendar, and the time zones that messages name, with their current rules.

pub(super) const MINUTE_MS: i64 = 60_000;
pub(super) const DAY_MS: i64 = 86_400_000;

/// Minutes east of UTC in the zone `name` at an instant.
///
/// Daylight saving follows the rule in force today in every year. Ambiguous abbreviations (CST, IST, BST) are unknown.
pub(crate) fn offset_minutes(name: &str, utc_ms: i64) -> Option<i32> {
    zone(name).map(|zone| zone.offset(utc_ms))
}

/// The instant at which clocks in the zone `name` show `local_ms`, that is, the time as if it were UTC.
///
/// Of two such instants the later; for a time that is skipped, the one that the old offset gives.
pub(crate) fn local_to_utc(name: &str, local_ms: i64) -> Option<i64> {
    let zone = zone(name)?;
    let standard = zone.minutes;
    let later = at_offset(local_ms, standard);
    if zone.offset(later) == standard {
        return Some(later);
    }
    let summer = standard.saturating_add(60);
    let earlier = at_offset(local_ms, summer);
    Some(if zone.offset(earlier) == summer { earlier } else { later })
}

/// The instant at which clocks that many minutes east of UTC show `local_ms`.
pub(super) fn at_offset(local_ms: i64, minutes: i32) -> i64 {
    local_ms.saturating_sub(i64::from(minutes).saturating_mul(MINUTE_MS))
}

/// Days from 1 January 1970 to a date of the Gregorian calendar.
pub(super) fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    // a year that begins in March has its leap day at the end
    let year = if month < 3 { year.saturating_sub(1) } else { year };
    let leap_days = year.div_euclid(4).saturating_sub(year.div_euclid(100)).saturating_add(year.div_euclid(400));
    let month_days = month.saturating_add(9).rem_euclid(12).saturating_mul(153).saturating_add(2).div_euclid(5);
    year.saturating_mul(365)
        .saturating_add(leap_days)
        .saturating_add(month_days)
        .saturating_add(day)
        .saturating_sub(719_469)
}

/// The year of an instant, in UTC.
pub(super) fn year_of(utc_ms: i64) -> i64 {
    let days = utc_ms.div_euclid(DAY_MS);
    // right or one too many: 1 January is at most a day later than the mean year says
    let year = days.saturating_add(1).saturating_mul(400).div_euclid(146_097).saturating_add(1970);
    if days_from_civil(year, 1, 1) > days { year.saturating_sub(1) } else { year }
}

fn zone(name: &str) -> Option<Zone> {
    let (region, place) = name.split_once('/').unwrap_or(("", name));
    // "est" and "et" are words
    let exact = name.len() < 5 && !name.eq_ignore_ascii_case("utc") && !name.eq_ignore_ascii_case("gmt");
    let same = |a: &str, b: &str| if exact { a == b } else { a.eq_ignore_ascii_case(b) };
    let &(_, minutes, summer, _) = ZONES
        .iter()
        .find(|zone| same(zone.0, region) && !place.is_empty() && zone.3.split(' ').any(|known| same(known, place)))?;
    Some(Zone { minutes: i32::from(minutes), summer })
}

struct Zone {
    minutes: i32,
    summer: Option<&'static Summer>,
}

impl Zone {
    fn offset(&self, utc_ms: i64) -> i32 {
        let summer = self.summer.is_some_and(|rule| rule.holds(utc_ms, self.minutes));
        if summer { self.minutes.saturating_add(60) } else { self.minutes }
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
    month: i64,
    day: i64,
    weekday: i64,
    minutes: i64,
}

impl Summer {
    fn holds(&self, utc_ms: i64, standard: i32) -> bool {
        let clock = if self.utc { utc_ms } else { at_offset(utc_ms, standard.saturating_neg()) };
        let year = year_of(clock);
        let (from, to) = (self.from.in_year(year), self.to.in_year(year));
        if from < to { from <= clock && clock < to } else { clock < to || from <= clock }
    }
}

impl Change {
    fn in_year(&self, year: i64) -> i64 {
        let day = days_from_civil(year, self.month, self.day);
        let ahead = self.weekday.saturating_sub(weekday(day)).rem_euclid(7);
        day.saturating_add(ahead).saturating_mul(DAY_MS).saturating_add(self.minutes.saturating_mul(MINUTE_MS))
    }
}

/// 0 is Sunday.
pub(super) fn weekday(days: i64) -> i64 {
    days.saturating_add(4).rem_euclid(7)
}

const fn sunday(month: i64, day: i64, minutes: i64) -> Change {
    Change { month, day, weekday: 0, minutes }
}

const US: &Summer = &Summer { from: sunday(3, 8, 120), to: sunday(11, 1, 60), utc: false };
const EUROPE: &Summer = &Summer { from: sunday(3, 25, 60), to: sunday(10, 25, 60), utc: true };
const CHILE: &Summer = &Summer { from: sunday(9, 2, 240), to: sunday(4, 2, 180), utc: true };
const LEBANON: &Summer = &Summer { from: sunday(3, 25, 0), to: sunday(10, 25, -60), utc: false };
const AUSTRALIA: &Summer = &Summer { from: sunday(10, 1, 120), to: sunday(4, 1, 120), utc: false };
const NEW_ZEALAND: &Summer = &Summer { from: sunday(9, 24, 120), to: sunday(4, 1, 120), utc: false };
const ISRAEL: &Summer =
    &Summer { from: Change { month: 3, day: 23, weekday: 5, minutes: 120 }, to: sunday(10, 25, 60), utc: false };
const EGYPT: &Summer = &Summer {
    from: Change { month: 4, day: 24, weekday: 5, minutes: 0 },
    to: Change { month: 10, day: 25, weekday: 4, minutes: 1380 },
    utc: false,
};

/// Region, minutes east of UTC in standard time, summer time, places: the names of the IANA database (2026f).
/// Without a region also abbreviations; each is a fixed offset, as EST is, or a zone, as ET is.
const ZONES: &[(&str, i16, Option<&Summer>, &str)] = &[
    ("", 0, None, "UTC GMT Z UT Zulu Greenwich WET"),
    ("Etc", 0, None, "UTC GMT UCT Universal Zulu Greenwich"),
    ("", -480, None, "PST"),
    ("", -420, None, "PDT MST"),
    ("", -360, None, "MDT"),
    ("", -300, None, "EST CDT"),
    ("", -240, None, "EDT"),
    ("", 60, None, "CET WEST"),
    ("", 120, None, "CEST EET"),
    ("", 180, None, "EEST MSK Turkey"),
    ("", 330, None, "India"),
    ("", 480, None, "HKT SGT AWST PRC Beijing China Hongkong Singapore"),
    ("", 540, None, "JST KST Japan Korea ROK"),
    ("", 600, None, "AEST"),
    ("", 660, None, "AEDT"),
    ("", 720, None, "NZST"),
    ("", 780, None, "NZDT"),
    ("", -480, Some(US), "PT Pacific PST8PDT"),
    ("", -420, Some(US), "MT Mountain MST7MDT"),
    ("", -360, Some(US), "CT Central CST6CDT"),
    ("", -300, Some(US), "ET Eastern EST5EDT"),
    ("", 0, Some(EUROPE), "GB"),
    ("", 720, Some(NEW_ZEALAND), "NZ"),
    ("US", -600, None, "Hawaii"),
    ("US", -540, Some(US), "Alaska"),
    ("US", -480, Some(US), "Pacific"),
    ("US", -420, Some(US), "Mountain"),
    ("US", -420, None, "Arizona"),
    ("US", -360, Some(US), "Central"),
    ("US", -300, Some(US), "Eastern"),
    ("Canada", -420, None, "Pacific"),
    ("Canada", -300, Some(US), "Eastern"),
    ("America", -540, Some(US), "Anchorage Juneau"),
    ("America", -480, Some(US), "Los_Angeles Tijuana"),
    ("America", -420, Some(US), "Denver Boise Ciudad_Juarez"),
    ("America", -420, None, "Phoenix Vancouver Hermosillo Mazatlan Whitehorse"),
    ("America", -360, Some(US), "Chicago Menominee"),
    (
        "America",
        -360,
        None,
        "Mexico_City Monterrey Merida Chihuahua Guatemala Costa_Rica El_Salvador Tegucigalpa Managua Edmonton Regina",
    ),
    (
        "America",
        -300,
        Some(US),
        "New_York Detroit Toronto Montreal Indianapolis Indiana/Indianapolis Kentucky/Louisville Nassau",
    ),
    ("America", -300, None, "Bogota Lima Guayaquil Panama Jamaica Cancun Winnipeg"),
    ("America", -240, Some(US), "Halifax Moncton"),
    ("America", -240, Some(CHILE), "Santiago"),
    ("America", -240, None, "Puerto_Rico Santo_Domingo Caracas La_Paz Manaus"),
    ("America", -210, Some(US), "St_Johns"),
    (
        "America",
        -180,
        None,
        "Sao_Paulo Buenos_Aires Argentina/Buenos_Aires Montevideo Asuncion Bahia Fortaleza Recife Belem",
    ),
    ("Atlantic", -240, Some(US), "Bermuda"),
    ("Atlantic", -60, Some(EUROPE), "Azores"),
    ("Atlantic", 0, Some(EUROPE), "Canary Madeira"),
    ("Atlantic", 0, None, "Reykjavik"),
    ("Europe", 0, Some(EUROPE), "London Dublin Lisbon Belfast"),
    (
        "Europe",
        60,
        Some(EUROPE),
        "Berlin Paris Madrid Rome Vienna Zurich Brussels Amsterdam Stockholm Oslo Copenhagen Prague Budapest Warsaw Belgrade Zagreb Ljubljana Bratislava Luxembourg Malta Monaco Sarajevo Skopje Tirane Podgorica Andorra Gibraltar",
    ),
    ("Europe", 120, Some(EUROPE), "Athens Helsinki Bucharest Sofia Kyiv Kiev Riga Tallinn Vilnius Chisinau"),
    ("Europe", 120, None, "Kaliningrad"),
    ("Europe", 180, None, "Moscow Istanbul Minsk"),
    ("Europe", 240, None, "Samara"),
    ("Africa", 0, None, "Casablanca Abidjan Accra Dakar"),
    ("Africa", 60, None, "Lagos Algiers Tunis Kinshasa Luanda Douala Libreville"),
    ("Africa", 120, None, "Johannesburg Harare Lusaka Maputo Kigali Tripoli"),
    ("Africa", 120, Some(EGYPT), "Cairo"),
    ("Africa", 180, None, "Nairobi Addis_Ababa Kampala Dar_es_Salaam"),
    ("Indian", 240, None, "Mauritius"),
    ("Asia", 120, Some(ISRAEL), "Jerusalem Tel_Aviv"),
    ("Asia", 120, Some(LEBANON), "Beirut"),
    ("Asia", 120, Some(EUROPE), "Nicosia"),
    ("Asia", 180, None, "Riyadh Istanbul Baghdad Kuwait Qatar Bahrain Amman Damascus"),
    ("Asia", 210, None, "Tehran"),
    ("Asia", 240, None, "Dubai Muscat Tbilisi Yerevan Baku"),
    ("Asia", 270, None, "Kabul"),
    ("Asia", 300, None, "Karachi Tashkent Yekaterinburg Almaty"),
    ("Asia", 330, None, "Kolkata Calcutta Colombo"),
    ("Asia", 345, None, "Kathmandu Katmandu"),
    ("Asia", 360, None, "Dhaka Bishkek Omsk"),
    ("Asia", 390, None, "Yangon Rangoon"),
    ("Asia", 420, None, "Bangkok Jakarta Ho_Chi_Minh Saigon Novosibirsk Krasnoyarsk Phnom_Penh Vientiane"),
    (
        "Asia",
        480,
        None,
        "Shanghai Hong_Kong Taipei Singapore Manila Kuala_Lumpur Chongqing Macau Irkutsk Ulaanbaatar Makassar",
    ),
    ("Asia", 540, None, "Tokyo Seoul"),
    ("Asia", 600, None, "Vladivostok"),
    ("Australia", 480, None, "Perth"),
    ("Australia", 570, None, "Darwin"),
    ("Australia", 570, Some(AUSTRALIA), "Adelaide"),
    ("Australia", 600, None, "Brisbane"),
    ("Australia", 600, Some(AUSTRALIA), "Sydney Melbourne Hobart Canberra"),
    ("Pacific", -600, None, "Honolulu"),
    ("Pacific", 600, None, "Guam Port_Moresby"),
    ("Pacific", 720, Some(NEW_ZEALAND), "Auckland"),
    ("Pacific", 720, None, "Fiji"),
];

#[cfg(test)]
mod tests {
    use super::*;

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
        for name in
            ["", "/", "CST", "IST", "BST", "est", "pt", "Europe/", "/Berlin", "Europe/Atlantis", "Local", "Berlin"]
        {
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
        for (region, minutes, _, places) in ZONES {
            assert!((-720..=840).contains(minutes), "{region} {minutes}");
            for place in places.split(' ') {
                assert!(!place.is_empty(), "{region} {minutes}");
                assert!(!seen.contains(&(region, place)), "{region}/{place} stands twice");
                seen.push((region, place));
            }
        }
    }
}
