/** Text about files that are being uploaded. */
export const uploadWords = {
  cancelUpload: (name: string) => `Cancel ${name}`,
  tryAgain: "Try again",
  tryAgainWith: (name: string) => `Try again: ${name}`,
  uploadOf: (name: string) => `Uploading ${name}`,
};
