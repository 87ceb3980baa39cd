import { connect } from "./client";
import { type ClientCall, namesIn } from "./place";

export const people: readonly ClientCall[] = [
  {
    call: "users.retrieve",
    request: "GET /users",
    answers: "Everybody in the organization",
    prove: async ({ ben, benId }) => {
      const { members } = await ben.users.retrieve({ client_gravatar: true });
      expect(namesIn(members, "user_id")).toEqual(expect.arrayContaining([1, benId]));
    },
  },
  {
    call: "users.create",
    request: "POST /users",
    answers: "The id of a new user, who can log in; administrators only",
    prove: async ({ owner, url, password }) => {
      const cleo = { email: "cleo@example.com", password, full_name: "Cleo", short_name: "cleo" };
      const { user_id } = await owner.users.create(cleo);
      const client = await connect({ realm: url, username: cleo.email, password });
      expect(await client.users.me.getProfile()).toMatchObject({ user_id, full_name: "Cleo" });
    },
  },
  {
    call: "users.me.getProfile",
    request: "GET /users/me",
    answers: "The caller",
    prove: async ({ ben, benId }) =>
      expect(await ben.users.me.getProfile()).toMatchObject({
        user_id: benId,
        email: "ben@example.com",
        full_name: "Ben",
        is_bot: false,
      }),
  },
  {
    call: "users.me.alertWords.retrieve",
    request: "GET /users/me/alert_words",
    answers: "The caller's alert words",
    prove: async ({ ben }) => {
      await ben.callEndpoint("/users/me/alert_words", "POST", { alert_words: ["coffee"] });
      expect(await ben.users.me.alertWords.retrieve()).toMatchObject({ alert_words: ["coffee"] });
    },
  },
  {
    call: "users.me.pointer.retrieve",
    request: "GET /users/me/pointer",
    answers: "404 `NOT_FOUND`: Zulip's servers no longer have it",
    prove: async ({ ben }) =>
      expect(await ben.users.me.pointer.retrieve()).toMatchObject({ result: "error", code: "NOT_FOUND" }),
  },
  {
    call: "users.me.pointer.update",
    request: "POST /users/me/pointer",
    answers: "404 `NOT_FOUND`: Zulip's servers no longer have it",
    prove: async ({ ben }) =>
      expect(await ben.users.me.pointer.update(5)).toMatchObject({ result: "error", code: "NOT_FOUND" }),
  },
];
