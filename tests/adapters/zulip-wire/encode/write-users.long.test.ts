import { encodeUser, type Reader } from "../../../../src/adapters/zulip-wire/encode/user";
import { writeUsers } from "../../../../src/adapters/zulip-wire/encode/write-users";
import { bodySlices, EncodedList } from "../../../../src/adapters/zulip-wire/json";
import { IdMap } from "../../../../src/domain/state/id-map";
import type { User } from "../../../../src/domain/users/user";
import type { EmailVisibility } from "../../../../src/domain/users/user-settings";
import { aUser } from "../../../support/builders/entities";

const realm = { id: 1, host: "chat.example.com" } as Reader["realm"];
const visibilities: readonly EmailVisibility[] = ["everyone", "members", "administrators", "nobody"];
const roles = ["guest", "member", "administrator", "owner"] as const;
const plain = aUser();
const people: readonly User[] = Array.from({ length: 1000 }, (_, index) => ({
  ...plain,
  id: index + 10,
  email: `person${index}@example.com`,
  avatar: { source: "gravatar", version: 1 },
  role: roles[index % 4] ?? "member",
  settings: {
    ...plain.settings,
    emailAddressVisibility: visibilities[(index >> 2) % 4] ?? "everyone",
  },
}));
const readerAs = (user: User | undefined, clientGravatar = false): Reader => ({
  user,
  realm,
  clientGravatar,
});

const mapOf = (users: readonly User[]) => IdMap.of(users.map((user) => [user.id, user] as const));

/** How many users are encoded for an answer with a list of them, which is checked. */
const encodings = (map: ReturnType<typeof mapOf>, reader: Reader): number => {
  const users = [...map.values()];
  const encode = jest.spyOn(JSON, "stringify");
  const slices = [
    ...bodySlices({ members: new EncodedList(writeUsers.withProfiles(map.runs(), reader)), count: 7 }),
  ];
  const times = encode.mock.calls.filter(([value]) => typeof value === "object").length;
  encode.mockRestore();
  expect(JSON.parse(Buffer.concat(slices.map((one) => Buffer.from(one))).toString())).toEqual(
    JSON.parse(JSON.stringify({ members: users.map((user) => encodeUser(user, reader, true)), count: 7 })),
  );
  return times;
};

test("everybody reads what they may see of each user", () => {
  for (const user of [...people.slice(0, 20), people[500], undefined])
    for (const clientGravatar of [false, true]) encodings(mapOf(people), readerAs(user, clientGravatar));
  encodings(mapOf([]), readerAs(undefined));
});

test("users are encoded once for readers who see the same", () => {
  const fresh = mapOf(people.map((user) => ({ ...user })));
  const [someAdministrator, otherAdministrator] = [fresh.get(12), fresh.get(16)];
  expect(encodings(fresh, readerAs(someAdministrator))).toBe(1000);
  expect(encodings(fresh, readerAs(someAdministrator))).toBe(0);
  // Only the runs of the two differ, because one of these sees their own address.
  expect(encodings(fresh, readerAs(otherAdministrator))).toBeLessThanOrEqual(2 * 128);
});

test("changing, adding or removing one user encodes at most the run that contains them again", () => {
  const fresh = mapOf(people.map((user) => ({ ...user })));
  const reader = readerAs(fresh.get(13));
  encodings(fresh, reader);
  const changed = fresh.with(600, { ...plain, id: 600, fullName: "Changed" });
  expect(encodings(changed, reader)).toBeLessThanOrEqual(128);
  const fewer = changed.without(300);
  expect(encodings(fewer, reader)).toBeLessThanOrEqual(128);
  expect(encodings(changed, reader)).toBeLessThanOrEqual(128);
});

test("lists with profiles and without them don't take each other's places", () => {
  const profiles = { 7: { value: "Paris" } };
  const fresh = people.map((user): User => ({ ...user, profile: profiles }));
  const reader = readerAs(fresh[0]);
  const { withProfiles, withoutProfiles } = writeUsers;
  for (const [written, includeProfile] of [
    [withProfiles, true],
    [withoutProfiles, false],
    [withProfiles, true],
  ] as const) {
    const text = [...written(mapOf(fresh).runs(), reader)]
      .map((bytes) => Buffer.from(bytes).toString())
      .join(",");
    expect(JSON.parse(`[${text}]`)).toEqual(
      JSON.parse(JSON.stringify(fresh.map((user) => encodeUser(user, reader, includeProfile)))),
    );
  }
});
