/** The kinds of movement, by name: what differs between them. Everything else is the machine's. */
import type { ProfileContext } from '../../context.ts';
import type { InstantSettlementService } from '../../instant-settlement/index.ts';
import type { TerminalService } from '../../terminals/index.ts';
import type { CommittedMovements } from '../machine/movement.ts';
import { acknowledgementMovement } from './acknowledgement/index.ts';
import { chargeMovement } from './charge/index.ts';
import { instantSettlementMovement } from './instant-settlement/index.ts';
import { orderMovement } from './order/index.ts';
import { payoutBatchMovement } from './payout-batch/index.ts';
import { payoutMovement } from './payout/index.ts';
import { reversalMovement } from './reversal/index.ts';

export type MovementNeeds = { terminals: TerminalService; instantSettlement: InstantSettlementService };

export const createMovements = (context: ProfileContext, { terminals, instantSettlement }: MovementNeeds) =>
  ({
    reversal: reversalMovement(context, terminals),
    acknowledgement: acknowledgementMovement(context, terminals),
    'instant-settlement': instantSettlementMovement(context, instantSettlement),
    refund: orderMovement(context, 'refund'),
    void: orderMovement(context, 'void'),
    capture: orderMovement(context, 'capture'),
    payout: payoutMovement(context),
    'payout-batch': payoutBatchMovement(context),
    charge: chargeMovement(context),
    'order-reversal': orderMovement(context, 'order-reversal'),
  }) satisfies CommittedMovements;
