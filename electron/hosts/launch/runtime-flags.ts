/**
 * The flags of V8 that the app and its tests run with, named here only. The baseline compiler Sparkplug can end a process by
 * SIGSEGV when its code is on the stack of a thread that collects garbage (nodejs/node#62393: Node 24 and 26, with and without
 * worker threads; without Sparkplug nobody has seen it). V8's flags hold for every thread of a process.
 */
export const RUNTIME_FLAGS: readonly string[] = ['--no-sparkplug'];
