/** What the build calls for each element: children as arguments take less room than as a property. */
export { Fragment, h } from 'preact';
