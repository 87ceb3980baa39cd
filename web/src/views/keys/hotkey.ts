import type { App } from "../../app/app";
import type { Message } from "../../wire/wire";

/** What a keyboard shortcut does. A result of `false` leaves the key to the browser. */
export interface Hotkey {
  /** With a selected message. */
  readonly onMessage?: (app: App, message: Message, target: EventTarget | null) => unknown;
  /** Without one, or whatever is selected. A shortcut without this one selects a message first. */
  readonly run?: (app: App, target: EventTarget | null) => unknown;
  /** Whether it works for spectators. */
  readonly isForReaders?: true;
}
