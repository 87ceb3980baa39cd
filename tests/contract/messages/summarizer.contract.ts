import * as E from "fp-ts/Either";
import type { Summarizer } from "../../../src/application/ports/messages/summarizer";

interface SummarizerSubject {
  readonly summarizer: Summarizer;
  /** Lets the model answer with this text from now on; fail if undefined. */
  answer(text: string | undefined): void;
}

const request = {
  place: 'the channel "general", topic "lunch"',
  messages: [{ sender: "Ann", content: "Pizza?" }],
  mostSentences: 4,
};

export const summarizerContract = ({ summarizer, answer }: SummarizerSubject): void => {
  test("the model's answer is the summary", async () => {
    answer("Ann wants *pizza*.");
    expect(await summarizer.summarize(request)).toEqual(E.right("Ann wants *pizza*."));
  });

  test("without an answer there is a reason, for the operator", async () => {
    answer(undefined);
    expect(await summarizer.summarize(request)).toMatchObject({
      _tag: "Left",
      left: expect.stringMatching(/./),
    });
  });
};
