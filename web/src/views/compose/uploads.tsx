import { useApp } from "../../app/app";
import { AnyIcon } from "../../ui/any-icon";
import { words } from "../../words/en";
import { uploadWords } from "../../words/en-uploads";

/** The uploads for a draft: a progress bar each, or why it failed and what to do about it. */
export const UploadList = ({ draftKey }: { readonly draftKey: string }) => (
  <ul class="uploads">
    {useApp()
      .uploads.list.value.filter((one) => one.draftKey === draftKey)
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
            <button type="button" class="quiet" aria-label={label} title={label} onClick={cancel}>
              <AnyIcon name="close" />
            </button>
          </li>
        );
      })}
  </ul>
);
