/**
 * Makes Enter count once while it is held down, for the life of the document. Browsers repeat it: they would press the
 * button, or send the form, again and again.
 */
export function countHeldEnterOnce(): void {
  document.addEventListener("keydown", (event) => {
    if (event.repeat && event.key === "Enter") event.preventDefault();
  });
}
