/** Of what an entry was made. */
import { z } from 'zod';

/** Where in the audit record of its PC it stands: so a PC finds which of its closes it has told. */
export const originSchema = z.object({ seq: z.number().int().positive(), hash: z.string() });
