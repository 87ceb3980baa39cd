import { useLayoutEffect, useRef } from "preact/hooks";
import { useApp } from "../../app/app";
import { fillIn } from "../../ui/message-html";
import { Overlay } from "../../ui/overlay";
import { formattingWords } from "../../words/en-formatting";
import formatted from "./formatted-samples.json";
import { formattingTable, type Sample } from "./formatting-table";

/** Shows a sample as in a message, except that its links lead nowhere and nothing is copied. */
const Rendered = ({ html, isAction }: { readonly html: string; readonly isAction: boolean }) => {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current === null) return;
    fillIn(element.current, html, 0, isAction);
    for (const link of element.current.querySelectorAll("a")) link.removeAttribute("href");
    for (const button of element.current.querySelectorAll(".copy-code")) button.remove();
  }, [html, isAction]);
  return <div class="words" dir="auto" ref={element} />;
};

const Result = ({ sample }: { readonly sample: Sample }) => {
  const { names, store } = useApp();
  switch (sample) {
    case "poll":
    case "todo":
      return <p class="soft">{formattingWords[sample]}</p>;
    case "me":
      return (
        <div class="as-action">
          <strong dir="auto">{names.userName(store.ownId) ?? formattingWords.somebody}</strong>
          <Rendered html={formatted.me} isAction />
        </div>
      );
    default:
      return <Rendered html={formatted[sample]} isAction={false} />;
  }
};

/** How messages can be formatted: what people type, and how it looks. */
export const FormattingHelp = ({ onClose }: { readonly onClose: () => void }) => (
  <Overlay title={formattingWords.title} onClose={onClose} class="keys">
    <table class="formatting">
      <thead>
        <tr>
          <th scope="col">{formattingWords.youType}</th>
          <th scope="col">{formattingWords.looksLike}</th>
        </tr>
      </thead>
      {formattingTable.map(([title, samples]) => (
        <tbody key={title}>
          <tr>
            <th scope="rowgroup" colSpan={2}>
              {title}
            </th>
          </tr>
          {samples.map((sample) => {
            const [label, source] = formattingWords.samples[sample];
            return (
              <tr key={sample}>
                <td>
                  <span class="soft">{label}</span>
                  <pre dir="ltr">{source}</pre>
                </td>
                <td>
                  <Result sample={sample} />
                </td>
              </tr>
            );
          })}
        </tbody>
      ))}
    </table>
  </Overlay>
);
