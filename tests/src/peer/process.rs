//! Another program that is talked to line by line, and is never waited for without end.
//!
//! Each leads a group of processes of its own, which ends with it: what a program has started does not outlive it.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process_group};

/// The longest line that is read, in bytes; what goes beyond is a line of its own.
const LONGEST: u64 = 1 << 20;
/// Lines that may wait to be read before the program has to wait.
const WAITING: usize = 4096;
/// The most lines of one answer.
const ANSWER: usize = 100_000;
/// How many programs may be lost before no more are started.
const LOSSES: usize = 3;

/// The groups that are running, by the number of the process that leads each.
static GROUPS: Mutex<Vec<u32>> = Mutex::new(Vec::new());
/// Whether this process is about to end.
static ENDING: AtomicBool = AtomicBool::new(false);

/// Ends all programs that were started, with whatever they started, because this process is about to end: nobody is told
/// that they were lost, and no more are started.
pub fn end_all() {
    ENDING.store(true, Ordering::SeqCst);
    for leader in &*GROUPS.lock().unwrap_or_else(PoisonError::into_inner) {
        end_group(*leader);
    }
}

/// Stays here for good where this process is about to end.
fn unless_ending() {
    while ENDING.load(Ordering::SeqCst) {
        thread::park();
    }
}

/// Ends the processes of a group, whose leader must not have been waited for: until then its number is nobody else's.
fn end_group(leader: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        // There may be none left.
        let _ = kill_process_group(group, Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = leader;
}

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Sender<String>,
    output: Receiver<String>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    limit: Duration,
    name: String,
    /// What it was last told to play, for protocols in which that lasts.
    pub(super) mode: String,
    broken: bool,
}

/// Splits a command line at blanks; quotes of either kind hold words together.
pub(super) fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(q) if c == q => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

impl Process {
    /// Starts a program; each of its answers may take as long as `limit`.
    fn start(command: &[String], limit: Duration) -> Result<Self, String> {
        let (program, arguments) = command.split_first().ok_or("no program is named")?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        command.process_group(0);
        // Held until the group is known, so that none is forgotten when all are ended.
        let mut groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
        unless_ending();
        let mut child = command
            .spawn()
            .map_err(|error| format!("`{program}` could not be started: {error}"))?;
        groups.push(child.id());
        drop(groups);
        let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("`{program}` has no input and output"));
        };
        let (input, to_write) = mpsc::channel::<String>();
        // A program that does not read its input must not stop us, so writing has a thread of its own.
        thread::spawn(move || {
            for line in to_write {
                if writeln!(stdin, "{line}")
                    .and_then(|()| stdin.flush())
                    .is_err()
                {
                    break;
                }
            }
        });
        let (sender, output) = mpsc::sync_channel(WAITING);
        thread::spawn(move || lines(stdout, &mut |line| sender_takes(&sender, line)));
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&complaints);
        thread::spawn(move || {
            lines(stderr, &mut |line| {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.push_back(line);
                if kept.len() > 3 {
                    kept.pop_front();
                }
                true
            });
        });
        Ok(Self {
            child,
            input,
            output,
            complaints,
            limit,
            name: program.clone(),
            mode: String::new(),
            broken: false,
        })
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        // When the writing thread has ended, waiting for the answer says why.
        let _ = self.input.send(line.to_owned());
    }

    /// Reads lines up to one that ends the answer, which is the last of them.
    ///
    /// # Errors
    /// When the program ends, is silent for too long, or does not come to an end.
    pub fn hear(
        &mut self,
        asked: &str,
        last: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, String> {
        let until = Instant::now() + self.limit;
        let mut lines = Vec::new();
        while lines.len() < ANSWER {
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(line) => {
                    let done = last(&line);
                    lines.push(line);
                    if done {
                        return Ok(lines);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let limit = self.limit.as_secs_f64();
                    return Err(self.lost(&format!("gave no answer to `{asked}` in {limit} s")));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.lost(&format!("ended when asked `{asked}`")));
                }
            }
        }
        Err(self.lost(&format!("answers `{asked}` without end")))
    }

    /// Sends a line and reads the answer to it.
    ///
    /// # Errors
    /// As for [`hear`](Self::hear).
    pub fn ask(&mut self, line: &str, last: impl Fn(&str) -> bool) -> Result<Vec<String>, String> {
        self.say(line);
        self.hear(line, last)
    }

    /// Ends the program and all that it started.
    fn end(&mut self) -> io::Result<ExitStatus> {
        let leader = self.child.id();
        let mut groups = GROUPS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = groups.iter().position(|group| *group == leader) {
            groups.swap_remove(at);
            end_group(leader);
        }
        drop(groups);
        let _ = self.child.kill();
        self.child.wait()
    }

    /// Words what happened, with what the program complained of, and gives the program up.
    fn lost(&mut self, what: &str) -> String {
        self.broken = true;
        unless_ending();
        let status = self.end();
        let mut message = format!("`{}` {what}", self.name);
        if let Ok(status) = status
            && let Some(code) = status.code()
        {
            message = format!("{message} (exit code {code})");
        }
        let complaints = self
            .complaints
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        match complaints.iter().rev().find(|line| !line.trim().is_empty()) {
            Some(last) => format!("{message}: {}", last.trim()),
            None => message,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It was waited for where it was lost.
        let _ = self.end();
    }
}

fn sender_takes(sender: &SyncSender<String>, line: String) -> bool {
    sender.send(line).is_ok()
}

/// Hands the lines of a stream on, without their ends, as long as they are taken.
fn lines(stream: impl Read, take: &mut dyn FnMut(String) -> bool) {
    let mut reader = BufReader::new(stream);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let line = String::from_utf8_lossy(&bytes);
                if !take(line.trim_end_matches(['\n', '\r']).to_owned()) {
                    return;
                }
            }
        }
    }
}

/// Starts programs and keeps those that nobody talks to.
#[derive(Debug)]
pub struct Pool {
    command: Vec<String>,
    limit: Duration,
    idle: Mutex<Vec<Process>>,
    losses: AtomicUsize,
}

impl Pool {
    /// A pool of one program.
    pub fn new(command: &str, limit: Duration) -> Arc<Self> {
        Arc::new(Self {
            command: words(command),
            limit,
            idle: Mutex::default(),
            losses: AtomicUsize::new(0),
        })
    }

    /// A program nobody talks to; a fresh one is greeted first.
    ///
    /// # Errors
    /// When it does not start, is not what was expected, or too many were lost already.
    pub fn take(
        self: &Arc<Self>,
        greet: impl FnOnce(&mut Process) -> Result<(), String>,
    ) -> Result<Lease, String> {
        if self.losses.load(Ordering::Relaxed) >= LOSSES {
            return Err(format!("the engine was given up after {LOSSES} losses"));
        }
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let process = match idle {
            Some(process) => process,
            None => {
                let mut process = Process::start(&self.command, self.limit)?;
                let greeted = greet(&mut process);
                if greeted.is_err() {
                    self.losses.fetch_add(1, Ordering::Relaxed);
                }
                greeted?;
                process
            }
        };
        Ok(Lease {
            process: Some(process),
            pool: Arc::clone(self),
        })
    }
}

/// A program that one driver talks to; it goes back to the pool when the driver is done.
#[derive(Debug)]
pub struct Lease {
    process: Option<Process>,
    pool: Arc<Pool>,
}

impl Lease {
    /// The program.
    ///
    /// # Errors
    /// When it was lost.
    pub fn process(&mut self) -> Result<&mut Process, String> {
        match &mut self.process {
            Some(process) if !process.broken => Ok(process),
            _ => Err("the engine was lost".to_owned()),
        }
    }

    /// Gives the program up, since what it says next may belong to anything.
    pub fn give_up(&mut self) {
        if let Some(process) = &mut self.process {
            process.broken = true;
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some(process) = self.process.take() else {
            return;
        };
        if process.broken {
            self.pool.losses.fetch_add(1, Ordering::Relaxed);
        } else {
            let idle = &self.pool.idle;
            idle.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(process);
        }
    }
}
