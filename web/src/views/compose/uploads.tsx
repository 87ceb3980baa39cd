import { useEffect } from "preact/hooks";
import { useApp } from "../../app/app";
import { isEditKey } from "../../offline/draft-keys";
import { AnyIcon } from "../../ui/any-icon";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { uploadWords } from "../../words/en-uploads";
import { dequeue, showForm } from "./after-uploads";

interface QueueProps {
  readonly draftKey: string;
  readonly onSend: () => void;
}

/** Says that the draft is sent, or the edit saved, once its files are uploaded, and does so. */
const Queued = ({ draftKey, onSend }: QueueProps) => {
  const { uploads } = useApp();
  const isQueued = uploads.queued.value.has(draftKey);
  const isBusy = uploads.isBusy(draftKey);
  useEffect(() => showForm(draftKey), [draftKey]);
  useEffect(() => {
    if (!isQueued || isBusy) return;
    dequeue(uploads, draftKey);
    onSend();
  }, [draftKey, isQueued, isBusy]);
  return (
    <p class="queued soft" role="status">
      {isQueued && (
        <>
          {isEditKey(draftKey) ? uploadWords.savesOnceUploaded : uploadWords.sendsOnceUploaded}
          <button type="button" class="plain" onClick={() => dequeue(uploads, draftKey)}>
            {deferredWords.cancel}
          </button>
        </>
      )}
    </p>
  );
};

/** The uploads for a draft: a progress bar each, or why it failed and what to do about it. */
export const UploadList = (props: QueueProps) => {
  const { uploads } = useApp();
  const { draftKey } = props;
  return (
    <>
      <ul class="uploads">
        {uploads.list.value
          .filter((one) => one.draftKey === draftKey)
          .map(({ id, name, part, problem, retry, cancel }) => {
            const label = (problem === undefined ? uploadWords.cancelUpload : words.remove)(name);
            return (
              <li key={id}>
                <span class="upload-name" dir="auto">
                  {name}
                </span>
                {problem === undefined ? (
                  <progress aria-label={uploadWords.uploadOf(name)} value={part} max={1} />
                ) : (
                  <>
                    <span class="problem" role="alert">
                      {problem}
                    </span>
                    <button
                      type="button"
                      class="plain"
                      aria-label={uploadWords.tryAgainWith(name)}
                      onClick={() => void retry()}
                    >
                      {uploadWords.tryAgain}
                    </button>
                  </>
                )}
                <button
                  type="button"
                  class="quiet"
                  aria-label={label}
                  title={label}
                  onClick={() => {
                    // Without this file it may be another message.
                    dequeue(uploads, draftKey);
                    cancel();
                  }}
                >
                  <AnyIcon name="close" />
                </button>
              </li>
            );
          })}
      </ul>
      <Queued {...props} />
    </>
  );
};
