/** Practice: the story it begins with, the people in it, and the tour. */
import { z } from 'zod';
import { roles } from '../domain/rights.ts';
import { countSchema, nothing } from './wire.ts';

export const storyLanguages = ['en', 'ar'] as const;
export type StoryLanguage = (typeof storyLanguages)[number];

const storySchema = z.object({
  /** Their PINs are no secret: they open nothing but Practice. */
  people: z.array(z.object({ personId: z.string(), name: z.string(), role: z.enum(roles), pin: z.string() })),
  /** Days of the bank's statement that waits to be imported. */
  statement: z.object({ from: z.iso.date(), to: z.iso.date() }),
});
export type PracticeStory = z.output<typeof storySchema>;

export const practiceContract = {
  /** Null unless the open profile is a Practice that begins with the story. `tour`: this person has not left it yet. */
  'practice.story': {
    right: 'see',
    input: nothing,
    output: z.object({ story: storySchema.nullable(), tour: z.boolean() }),
  },
  /** For this person on this PC. */
  'practice.leaveTour': { right: 'signed-in', input: nothing, output: nothing },
  /** The bank's statement, as a file that is to be imported. Error: profile/none-active. */
  'practice.statement': {
    right: 'reconcile',
    onlyReads: true,
    input: nothing,
    output: z.object({ fileName: z.string(), text: z.string() }),
  },
} as const;

export const practiceEvents = {
  /** The story is being told: so many of so many scenes. */
  'practice.progress': z.object({ done: countSchema, total: countSchema }),
} as const;
