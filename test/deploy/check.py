"""Validates manifests and PromQL with third-party packages. Reads
`{"manifests": [...paths], "versions": [...], "expressions": [...]}` from standard input and prints `{"faults": [...], "kinds": [...]}`."""

import json
import sys

import kubernetes_validate
import promql_parser
import yaml

asked = json.load(sys.stdin)
faults, kinds = [], []
for path in asked["manifests"]:
    with open(path) as file:
        for resource in filter(None, yaml.safe_load_all(file)):
            kinds.append(resource["kind"])
            for version in asked["versions"]:
                try:
                    kubernetes_validate.validate(resource, version, strict=True)
                except Exception as error:
                    faults.append(f"{path}, {resource['kind']}, Kubernetes {version}: {getattr(error, 'message', error)}")
for expression in asked["expressions"]:
    try:
        promql_parser.parse(expression)
    except ValueError as error:
        faults.append(f"{expression}: {error}")
print(json.dumps({"faults": faults, "kinds": kinds}))
