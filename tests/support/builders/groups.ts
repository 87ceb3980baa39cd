import type { Client, TestServer } from "../http/http-application";

/** System groups by the ids that they have in every realm. */
export const systemGroup = {
  internet: 1,
  everyone: 2,
  members: 3,
  fullMembers: 4,
  moderators: 5,
  administrators: 6,
  owners: 7,
  nobody: 8,
} as const;

/** Exactly these users, as a group-setting value. */
export const only = (...people: readonly { readonly id: number }[]) => ({
  direct_members: people.map(({ id }) => id),
  direct_subgroups: [],
});

let made = 0;

/** Creates a group under a new name by default; returns its id. */
export const newGroup = async (by: Client, more: object = {}): Promise<number> => {
  made += 1;
  const wanted = { name: `group ${made}`, description: "", members: [], ...more };
  const { body } = await by.post("/user_groups/create", wanted);
  if (body.result !== "success") throw new Error(body.msg);
  return body.group_id;
};

/** A group as the API lists it. */
export const groupOf = async ({ owner }: TestServer, id: number) => {
  const { body } = await owner.get("/user_groups", { include_deactivated_groups: true });
  return body.user_groups.find((group: { id: number }) => group.id === id);
};
