import type { Person } from "../seed";
import { ask, noFacts } from "./ask";
import type { Expensive } from "./expensive";

/** As many groups as one may contain, and itself. */
const groups = 101;
const nameOf = (index: number): string => `nested ${index}`;
/** A mention of the outermost group, which mentions the members of all others too. */
export const nestedMention = `@*${nameOf(groups - 1)}* look`;
/** A mention of each group by its name. */
export const eachMention = Array.from({ length: groups }, (_, index) => `@*${nameOf(index)}*`).join(" ");

/** Makes groups of everybody, of which each contains the one before. @returns what removes them. */
export const nestGroups = async (
  url: string,
  owner: Person,
  people: readonly Person[],
): Promise<() => Promise<void>> => {
  const post = async (at: string, form?: Expensive["form"]) => {
    const asked = { method: "POST", at, ...(form !== undefined && { form }) } as const;
    const { status, body } = await ask(url, owner, asked, noFacts);
    if (status !== 200) throw new Error(`POST ${at}: ${body}`);
    return JSON.parse(body);
  };
  const members = people.map(({ id }) => id);
  const made: number[] = [];
  for (let index = 0; index < groups; index += 1) {
    const form = () => ({ name: nameOf(index), description: "", members, subgroups: made.slice(-1) });
    made.push((await post("/user_groups/create", form)).group_id);
  }
  return async () => {
    for (const id of made.toReversed()) await post(`/user_groups/${id}/deactivate`);
  };
};
