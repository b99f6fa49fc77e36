import { cleanup, fireEvent, render, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeClient } from '../../extension/src/api/fake';
import { Panel } from '../../extension/src/ui/panel';
import { homeOf } from './fixtures';

const heard = vi.fn<(event: Event) => void>();

beforeEach(() => {
  heard.mockReset();
  document.body.addEventListener('keydown', heard);
  render(<Panel home={homeOf(new FakeClient())} />);
});

afterEach(() => {
  document.body.removeEventListener('keydown', heard);
  cleanup();
});

const box = () => screen.getByLabelText('Search the web');

describe('keys typed into a view', () => {
  it.each(['a', 'j', 'Enter', 'Escape', 'ArrowDown', ' '])(
    'do not reach the notebook: %s',
    key => {
      fireEvent.keyDown(box(), { key });
      expect(heard).not.toHaveBeenCalled();
    }
  );

  it('ask JupyterLab, which listens first, to leave them alone', () => {
    expect(box().closest('[data-lm-suppress-shortcuts]')).toBeTruthy();
  });

  it('ask so on whatever has the focus: some shortcuts mean just that', () => {
    const list = screen.getByRole('tab', { name: 'Search' });
    list.focus();
    expect(list.hasAttribute('data-lm-suppress-shortcuts')).toBe(true);
  });

  it.each(['c', 'v', 'x', 'a', 'z'])('edit text by Ctrl+%s', key => {
    fireEvent.keyDown(box(), { key, ctrlKey: true });
    expect(heard).not.toHaveBeenCalled();
  });

  it('that mean the application reach it as typed beside the view', () => {
    heard.mockImplementation(event => event.preventDefault());
    const init = { key: 's', ctrlKey: true, keyCode: 83 };
    expect(fireEvent.keyDown(box(), init)).toBe(false);
    expect(heard).toHaveBeenCalledOnce();
    const [told] = heard.mock.calls[0];
    expect(told).toMatchObject({ key: 's', ctrlKey: true, keyCode: 83 });
    const outside = (told.target as Element).closest(
      '[data-lm-suppress-shortcuts]'
    );
    expect(outside).toBeNull();
  });
});
