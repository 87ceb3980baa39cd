import { memoryRealm } from "./memory-realm";

/** A realm in which two members arrange their sidebars. */
export const viewRealm = () => memoryRealm({ people: { ben: "member", cleo: "member" } });

/** A view of a user's own. */
export const done = { fragment: "narrow/is/resolved", isPinned: true, name: "Done" };

/** A view that clients have. */
export const inbox = { fragment: "inbox", isPinned: false, name: null };

/** An update that changes nothing. */
export const unchanged = { isPinned: undefined, name: undefined };

export const unnamed = "Custom views must have a valid name.";
export const builtIn = "Built-in views cannot have a custom name.";
export const longName = "name is too long (limit: 100 characters)";
