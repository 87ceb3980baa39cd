import { useEffect } from "preact/hooks";
import { Refusal } from "../../api/http";
import { useApp } from "../../app/app";
import { isEditKey } from "../../offline/draft-keys";
import type { Place } from "../../store/place";
import { AnyIcon } from "../../ui/any-icon";
import { words } from "../../words/en";
import { deferredWords } from "../../words/en-deferred";
import { uploadWords } from "../../words/en-uploads";
import { dequeue, showForm, waitingFor } from "./after-uploads";

interface QueueProps {
  readonly draftKey: string;
  readonly onSend: () => void;
}

/** Sends the draft on screen, or saves the edit, once its files are uploaded. */
const useQueue = ({ draftKey, onSend }: QueueProps): void => {
  const app = useApp();
  const isQueued = app.uploads.queued.value.has(draftKey);
  const isBusy = app.uploads.isBusy(draftKey);
  useEffect(() => showForm(draftKey), [draftKey]);
  useEffect(() => {
    if (!isQueued || isBusy) return;
    dequeue(app, draftKey);
    onSend();
  }, [draftKey, isQueued, isBusy]);
};

/** Says that the draft is sent, or the edit saved, once its files are uploaded. */
const Queued = ({ draftKey }: { readonly draftKey: string }) => {
  const app = useApp();
  const isQueued = app.uploads.queued.value.has(draftKey);
  return (
    <p class="queued soft" role="status">
      {isQueued && (
        <>
          {isEditKey(draftKey) ? uploadWords.savesOnceUploaded : uploadWords.sendsOnceUploaded}
          <button type="button" class="plain" onClick={() => dequeue(app, draftKey)}>
            {deferredWords.cancel}
          </button>
        </>
      )}
    </p>
  );
};

/** Whether another try may succeed: not if the file is too large, or the organization's space is used up. */
const mayRetry = (error: unknown): boolean => !(error instanceof Refusal && error.status === 413);

/** The uploads for a draft: a progress bar each, or why it failed and what to do about it. */
const UploadsOf = ({ draftKey }: { readonly draftKey: string }) => {
  const app = useApp();
  const { uploads } = app;
  return (
    <>
      <ul class="uploads">
        {uploads.list.value
          .filter((one) => one.draftKey === draftKey)
          .map(({ id, name, part, problem, error, retry, cancel }) => {
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
                    {mayRetry(error) && (
                      <button
                        type="button"
                        class="plain"
                        aria-label={uploadWords.tryAgainWith(name)}
                        onClick={() => void retry()}
                      >
                        {words.tryAgain}
                      </button>
                    )}
                  </>
                )}
                <button
                  type="button"
                  class="quiet"
                  aria-label={label}
                  title={label}
                  onClick={() => {
                    // Without this file it may be another message.
                    dequeue(app, draftKey);
                    cancel();
                  }}
                >
                  <AnyIcon name="close" />
                </button>
              </li>
            );
          })}
      </ul>
      <Queued draftKey={draftKey} />
    </>
  );
};

/** The uploads of a form, and those of the messages to its place that wait for theirs. */
export const UploadList = ({ place, ...form }: QueueProps & { readonly place: Place | undefined }) => {
  const { uploads } = useApp();
  useQueue(form);
  return (
    <>
      {[...new Set([...waitingFor(uploads, place), form.draftKey])].map((key) => (
        <UploadsOf key={key} draftKey={key} />
      ))}
    </>
  );
};
