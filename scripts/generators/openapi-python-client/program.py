import os
import uuid

from backhaul_client import AuthenticatedClient
from backhaul_client.api.events import list_events
from backhaul_client.api.labels import read_label
from backhaul_client.api.shipments import create_shipment
from backhaul_client.models import (
    Direction,
    ErrorEnvelope,
    Fulfillment,
    LabelForm,
    ShipmentCreate,
    ShipmentCreatedEvent,
    ShipmentStatus,
)
from openapi_python_client_signing import Signing


def check(holds, what):
    if not holds:
        raise SystemExit(f"it does not hold that {what}")
    print(f"  {what}")


client = AuthenticatedClient(
    base_url=os.environ["BACKHAUL_URL"],
    token=os.environ["BACKHAUL_API_KEY"],
    prefix="",
    auth_header_name="X-Api-Key",
    httpx_args={"auth": Signing(os.environ["BACKHAUL_SIGNING_SECRET"])},
)

wanted = ShipmentCreate(direction=Direction.RETURN, fulfillment=Fulfillment.PRINT_LABEL)
shipment = create_shipment.sync(client=client, body=wanted, idempotency_key=str(uuid.uuid4()))
check(shipment.status == ShipmentStatus.LABEL_READY, "a return is created")

label = read_label.sync(shipment.id, client=client, format_=LabelForm.PDF)
check(label.payload.read(4) == b"%PDF", "its label is fetched")

first = list_events.sync(client=client, limit=1, shipment=shipment.id)
second = list_events.sync(client=client, limit=1, shipment=shipment.id, cursor=first.next_cursor)
check(first.data[0].event_id != second.data[0].event_id, "two pages of events are read")

unfit = ShipmentCreate(direction=Direction.OUTBOUND, fulfillment=Fulfillment.PRINT_LABEL)
refused = create_shipment.sync(client=client, body=unfit)
check(isinstance(refused, ErrorEnvelope) and refused.error.code == "validation_failed", "a refusal is read")

# The feed has events of any type, also of one that is not known here: a program decides by `type`.
check(first.data[0].type_ == "shipment.created", "an event says its type")
event = ShipmentCreatedEvent.from_dict(first.data[0].to_dict())
check(event.event_specific.service_level.value == "standard", "an event is read")
