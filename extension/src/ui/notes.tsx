/** Remarks, one a line. Text only. */
export function Notes({ notes }: { notes: readonly string[] }) {
  if (!notes.length) {
    return null;
  }
  return (
    <ul class="wl-notes">
      {notes.map((note, at) => (
        <li key={at}>{note}</li>
      ))}
    </ul>
  );
}
