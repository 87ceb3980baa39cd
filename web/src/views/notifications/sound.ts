const pitches = [660, 880];
const stepSeconds = 0.11;
const loudness = 0.12;

let context: AudioContext | undefined;

/** Two soft tones, synthesized so that nothing is loaded. */
export const playSound = (): void => {
  context ??= new AudioContext();
  const start = context.currentTime;
  for (const [index, pitch] of pitches.entries()) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const at = start + index * stepSeconds;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(loudness, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 3 * stepSeconds);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 3 * stepSeconds);
  }
};
