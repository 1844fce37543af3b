/** The kinds of movement, by name: what differs between them. Everything else is the machine's. */
import type { ProfileContext } from '../../context.ts';
import type { InstantSettlementService } from '../../instant-settlement/index.ts';
import type { TerminalService } from '../../terminals/index.ts';
import type { CommittedKinds } from '../machine/kind.ts';
import { acknowledgementKind } from './acknowledgement/index.ts';
import { chargeKind } from './charge/index.ts';
import { instantSettlementKind } from './instant-settlement/index.ts';
import { orderKind } from './order/index.ts';
import { payoutKind } from './payout/index.ts';
import { reversalKind } from './reversal/index.ts';

export type KindNeeds = { terminals: TerminalService; instantSettlement: InstantSettlementService };

export const createKinds = (context: ProfileContext, { terminals, instantSettlement }: KindNeeds) =>
  ({
    reversal: reversalKind(context, terminals),
    acknowledgement: acknowledgementKind(context, terminals),
    'instant-settlement': instantSettlementKind(context, instantSettlement),
    refund: orderKind(context, 'refund'),
    void: orderKind(context, 'void'),
    capture: orderKind(context, 'capture'),
    payout: payoutKind(context),
    charge: chargeKind(context),
    'order-reversal': orderKind(context, 'order-reversal'),
  }) satisfies CommittedKinds;
