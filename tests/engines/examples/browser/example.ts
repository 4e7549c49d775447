// A page: what to tell the person in front of it.
import { classify, isRetriageError } from 'retriage';

const line = document.querySelector<HTMLElement>('#status');

addEventListener('unhandledrejection', ({ reason }: PromiseRejectionEvent) => {
  try {
    if (line) line.textContent = classify(reason).explain;
  } catch (error) {
    // A Content-Security-Policy that has not heard of WebAssembly.
    if (isRetriageError(error) && line) line.textContent = error.message;
  }
});
