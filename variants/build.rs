//! Embeds variants anew whenever a file of a variant folder changed.

fn main() {
    println!("cargo::rerun-if-changed=.");
}
