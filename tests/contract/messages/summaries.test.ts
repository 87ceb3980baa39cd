import { anyAddress } from "../../../src/adapters/net/address-guard";
import { undiciHttp } from "../../../src/adapters/net/undici-http";
import { chatCompletions } from "../../../src/adapters/summaries/chat-completions";
import type { OutgoingHttp } from "../../../src/application/ports/system/outgoing-http";
import {
  type Answering,
  answering,
  flooding,
  hanging,
  type Peer,
  quickLimits,
  resetting,
  stalling,
  startPeer,
} from "../../support/servers/peer";

/** A server with OpenAI's chat completions API. */
let peer: Peer;
beforeEach(async () => {
  peer = await startPeer();
});
afterEach(() => peer.close());

const http: OutgoingHttp = {
  request: (one) => undiciHttp({ ...quickLimits(), isAllowed: anyAddress }).request(one),
};
const wanted = {
  place: 'the channel "general", topic "lunch"',
  messages: [{ sender: "Ann", content: "Pizza?" }],
  mostSentences: 4,
};
const completion = (content: unknown) =>
  answering(200, { id: "x", choices: [{ index: 0, message: { role: "assistant", content } }] });
const summarize = (key?: string) =>
  chatCompletions({ http, url: `${peer.url}/v1/`, key, model: "small" }).summarize(wanted);

test("the model receives the conversation as data, and its reply is the summary", async () => {
  peer.answer(completion("  Pizza.\n"));
  expect(await summarize("s3cret")).toEqual({ _tag: "Right", right: "Pizza." });
  const [request] = peer.received;
  expect(request).toMatchObject({ method: "POST", url: "/v1/chat/completions" });
  expect(request?.headers).toMatchObject({
    authorization: "Bearer s3cret",
    "content-type": "application/json",
  });
  const { model, messages } = JSON.parse(request?.body ?? "");
  expect(model).toBe("small");
  expect(messages.map(({ role }: { role: string }) => role)).toEqual(["system", "user", "user"]);
  expect(messages[0].content).toContain(wanted.place);
  expect(JSON.parse(messages[1].content)).toEqual(wanted.messages);
  expect(messages[2].content).toContain("at most 4 sentences");
});

test("sends no key to a server that needs none", async () => {
  peer.answer(completion("Pizza."));
  await summarize();
  expect(peer.received[0]?.headers.authorization).toBeUndefined();
});

const faults: readonly (readonly [string, Answering, string | RegExp])[] = [
  ["a refusal", answering(401, "no"), "HTTP 401"],
  ["what is no JSON", answering(200, "<html>"), "no completion in the answer"],
  ["no choice", answering(200, { choices: [] }), "no completion in the answer"],
  ["an empty completion", completion(""), "no completion in the answer"],
  ["a completion that is no text", completion(null), "no completion in the answer"],
  ["a reset", resetting, /./],
  ["silence", hanging, "No answer in time"],
  ["half an answer", stalling, "No answer in time"],
  ["an endless answer", flooding, /longer than/],
];

test.each(faults)("reports %s to the operator and returns no summary", async (_, how, reason) => {
  peer.answer(how);
  const outcome = await summarize();
  expect(outcome).toEqual({ _tag: "Left", left: expect.stringMatching(reason) });
});
