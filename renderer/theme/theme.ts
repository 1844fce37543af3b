/** The look as a Mantine theme; colours come from tokens.css so that both schemes share one list. */
import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const teal: MantineColorsTuple = [
  '#e3f0ef',
  '#c9e3e1',
  '#9fd0cc',
  '#72bbb5',
  '#4fc1b8',
  '#2b8f8c',
  '#0b6e6e',
  '#0a5f5f',
  '#084f4f',
  '#063d3d',
];

/** Mantine's greys of the light scheme, as warm as the tokens. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f3f1ed',
  '#ebe8e2',
  '#e4e0d9',
  '#cfcac1',
  '#b0aaa0',
  '#858079',
  '#626a75',
  '#4a525c',
  '#1b1f24',
];

/** Those of the dark one: text, lines, fields and what floats. */
const dark: MantineColorsTuple = [
  '#eceef0',
  '#b6bdc6',
  '#969fa9',
  '#7c858f',
  '#3a424a',
  '#2b3138',
  '#22272c',
  '#1b1f23',
  '#14171a',
  '#101316',
];

/** Mantine's colours as the tones of the tokens: a notice is calm in both schemes. */
const TONES: Readonly<Record<string, string>> = {
  orange: 'late',
  red: 'bad',
  green: 'good',
  violet: 'unknown',
};

/** Filled buttons take their ground and text from the tokens, so that both schemes keep their contrast. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const tone = TONES[input.color ?? ''];
  if (input.variant === 'light' && tone !== undefined)
    return {
      ...colors,
      background: `var(--${tone}-soft)`,
      hover: `var(--${tone}-soft)`,
      color: `var(--${tone})`,
    };
  if (input.variant === 'subtle' && tone !== undefined)
    return { ...colors, hover: `var(--${tone}-soft)`, color: `var(--${tone})` };
  if (input.variant !== 'filled') return colors;
  if (input.color === 'dark')
    return { ...colors, background: 'var(--ink)', hover: 'var(--ink-2)', color: 'var(--surface)' };
  if (input.color === undefined || input.color === 'accent') {
    return {
      ...colors,
      background: 'var(--accent)',
      hover: 'color-mix(in srgb, var(--accent), var(--ink) 12%)',
      color: 'var(--on-accent)',
    };
  }
  return colors;
};

/** The head of a dialog is a `header` element. Without this role screen readers would take it for the banner of the page. */
const headOfDialog = { header: { role: 'none' } };

/** `close`: what the buttons that close dialogs, drawers and notices are called. */
export const themeWith = (close: string) => {
  const closeButtonProps = { 'aria-label': close };
  return createTheme({
    variantColorResolver,
    primaryColor: 'accent',
    primaryShade: { light: 6, dark: 4 },
    colors: { accent: teal, dark, gray },
    autoContrast: true,
    fontFamily: "'Inter Variable', 'IBM Plex Sans Arabic', system-ui, sans-serif",
    fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
    defaultRadius: 6,
    radius: { sm: '6px', md: '10px' },
    headings: { fontWeight: '600' },
    cursorType: 'pointer',
    components: {
      // The variant is named: forced colours know the one primary act by it.
      Button: { defaultProps: { size: 'sm', variant: 'filled' } },
      TextInput: { defaultProps: { size: 'sm' } },
      // The placeholder is no entry, and a menu may hold nothing else: the focus goes to the first entry.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Modal: {
        defaultProps: {
          radius: 10,
          centered: true,
          // As high as the window but for this much above and below; at 200 % zoom every line counts.
          yOffset: 'calc(min(24px, 3dvh))',
          transitionProps: { duration: 140 },
          attributes: headOfDialog,
          closeButtonProps,
        },
      },
      Drawer: { defaultProps: { attributes: headOfDialog, closeButtonProps } },
      Notification: { defaultProps: { closeButtonProps } },
    },
  });
};

/** Mantine's own surfaces follow the tokens. */
export const variables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-3)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-disabled-color': 'var(--ink-2)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-shadow-md': 'var(--shadow)',
    '--mantine-shadow-xl': 'var(--shadow)',
  };
  return { variables: {}, light: shared, dark: shared };
};
