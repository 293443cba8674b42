//! No script can hang, exhaust memory or stack, or outlive its call.
