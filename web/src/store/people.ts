import type { User } from "../wire/wire";
import { mapBy, type Slice, withChange, withEntry, withoutEntries } from "./slice";

export interface People {
  readonly ownId: number;
  readonly users: ReadonlyMap<number, User>;
}

export const people: Slice<People> = {
  start: ({ user_id, realm_users, realm_non_active_users, cross_realm_bots }) => ({
    ownId: user_id,
    users: mapBy([...realm_users, ...realm_non_active_users, ...cross_realm_bots], (user) => user.user_id),
  }),
  next: (state, event) => {
    if (event.type !== "realm_user") return state;
    if (event.op === "add")
      return { ...state, users: withEntry(state.users, event.person.user_id, event.person) };
    // People the user can't know about aren't in a registration either.
    if (event.op === "remove")
      return { ...state, users: withoutEntries(state.users, [event.person.user_id]) };
    const { new_email: email, ...person } = event.person;
    const change = email === undefined ? person : { ...person, email };
    return {
      ...state,
      users: withChange(state.users, person.user_id, (user) => ({ ...user, ...change })),
    };
  },
};
