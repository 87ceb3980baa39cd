import * as E from "fp-ts/Either";
import { type MessageRenderer, plainContext } from "../../../src/application/ports/messages/message-renderer";
import fc from "../../support/random/fast-check";

export const messageRendererContract = (open: () => Promise<MessageRenderer>): void => {
  const nothing = {
    mentions: { userIds: [], groupIds: [], channelWildcard: false, topicWildcard: false },
    alertWords: [],
    uploadPaths: [],
  };

  test("plain text becomes a paragraph that mentions nobody", async () => {
    const renderer = await open();
    const plain = fc.stringMatching(/^[A-Za-z][a-z]{0,9}( [a-z]{1,9}){0,5}$/);
    await fc.assert(
      fc.asyncProperty(plain, async (text) => {
        const rendered = await renderer.render(text, plainContext);
        expect(rendered).toEqual(E.right({ html: `<p>${text}</p>`, ...nothing }));
      }),
    );
  });

  test("signs that mean something in HTML are escaped", async () => {
    const rendered = await (await open()).render(`a <i> & "b"`, plainContext);
    expect(rendered).toEqual(E.right({ html: '<p>a &lt;i&gt; &amp; "b"</p>', ...nothing }));
  });

  test("its version is a whole number", async () => {
    const { version } = await open();
    expect(Number.isInteger(version) && version > 0).toBe(true);
  });
};
