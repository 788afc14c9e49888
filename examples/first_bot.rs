// A bot in Rust, without a library: it asks what would come of every move, in five imagined worlds,
// and makes the one that leaves it furthest ahead.
//
//     rustc -O examples/first_bot.rs -o first_bot
//     templetop play karuba --bots "mine=exec:./first_bot"

use std::io::{stdin, stdout, BufRead, Lines, StdinLock, Write};

const WORLDS: i64 = 5;

/// The whole numbers right behind a name in a line of JSON: "points": [3, 5] has two.
fn numbers(line: &str, name: &str) -> Vec<i64> {
    let Some((_, rest)) = line.split_once(&format!("\"{name}\":")) else { return vec![] };
    let end = rest.find(|sign: char| !"[ -0123456789,]".contains(sign)).unwrap_or(rest.len());
    let list = rest[..end].split(']').next().unwrap();
    list.split(&['[', ',', ' '][..]).filter_map(|word| word.parse().ok()).collect()
}

/// The numbers of the moves that are offered: each stands behind its own "move".
fn moves(line: &str) -> Vec<i64> {
    line.match_indices("\"move\":").filter_map(|(at, _)| numbers(&line[at..], "move").pop()).collect()
}

fn say(words: String) {
    println!("{words}");
    stdout().flush().unwrap();
}

/// How far ahead of the best rival a seat would be, in all worlds together.
fn lead(lines: &mut Lines<StdinLock>, number: i64, seat: usize, tried: i64) -> i64 {
    (0..WORLDS)
        .map(|world| {
            say(format!(r#"{{"number": {number}, "what_if": {tried}, "world": {world}, "brief": true}}"#));
            let answer = lines.next().unwrap().unwrap();
            let mut points = numbers(&answer, "points");
            if points.is_empty() {
                points = numbers(&answer, "places").iter().map(|place| -place).collect();
            }
            let own = if seat < points.len() { points.remove(seat) } else { 0 };
            own - points.into_iter().max().unwrap_or(0)
        })
        .sum()
}

fn main() {
    let (mut lines, mut seat) = (stdin().lock().lines(), 0);
    while let Some(Ok(line)) = lines.next() {
        if line.starts_with(r#"{"type": "hello""#) {
            seat = numbers(&line, "seat")[0] as usize;
            say(r#"{"ready": true}"#.into());
        } else if line.starts_with(r#"{"type": "decide""#) {
            let number = numbers(&line, "number")[0];
            let best = moves(&line).into_iter().min_by_key(|&tried| -lead(&mut lines, number, seat, tried));
            say(format!(r#"{{"number": {number}, "move": {}}}"#, best.unwrap()));
        }
    }
}
