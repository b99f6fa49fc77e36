/** The few signs on buttons, drawn in the colour of the text around them. */
const PATHS = {
  back: 'M10 3 5 8l5 5',
  forward: 'm6 3 5 5-5 5',
  reload: 'M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3',
  stop: 'm4 4 8 8m0-8-8 8',
  open: 'M9 3h4v4m0-4L7.5 8.5M11 9.5V13H3V5h3.5',
  search: 'M11 7A4 4 0 1 1 3 7a4 4 0 0 1 8 0zm-1.2 2.8L14 14'
};

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="wl-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
